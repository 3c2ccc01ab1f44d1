// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/livescorecontroller.h"

#include "core/anchors/seedcheck.h"
#include "gui/state/relativevectors.h"

namespace anchorscope::gui {

namespace {

struct Request
{
    std::shared_ptr<const LoadedData> data;
    PreparedPair spaces;
    AnchorSet anchors;
    std::vector<SeedPair> seeds;
    const Similarity *similarity;
    RetrievalOptions options;
};

Result<QuickScore> answer(const Request &request, const RunContext &context)
{
    const auto begin = RunContext::Clock::now();
    QuickScore result;
    result.agreement = seedAgreement(*request.spaces.x, *request.spaces.y, request.seeds);
    result.suspects = suspiciousSeeds(*request.spaces.x, *request.spaces.y, request.seeds);
    const AnchorSet &anchors = request.anchors;
    constexpr Index fewestAnchors = 3;
    if (request.data->hasTruth() && anchors.count() >= fewestAnchors) {
        const Matrix x = relativeToAnchors(request.spaces, Side::x, anchors, *request.similarity, context);
        const Matrix y = relativeToAnchors(request.spaces, Side::y, anchors, *request.similarity, context);
        const auto row = retrieveBothWays({}, x, y, request.data->pair.pairing, request.options, context);
        if (!row)
            return row.error();
        result.mrrForth = row->xToY.mrr;
        result.mrrBack = row->yToX.mrr;
        result.pAt1Forth = row->xToY.pAt1;
        result.pAt1Back = row->yToX.pAt1;
        result.queries = row->xToY.queries;
        result.targets = row->xToY.targets;
        result.scored = true;
    }
    result.milliseconds = std::chrono::duration<double, std::milli>(RunContext::Clock::now() - begin).count();
    return result;
}

QString withInterval(const Score &score)
{
    const QString mean = QString::number(score.mean, 'f', 2);
    return score.interval > 0 ? mean + " ± " + QString::number(score.interval, 'f', 2) : mean;
}

} // namespace

LiveScoreController::LiveScoreController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_job(runner)
{
    connect(&workspace, &Workspace::preparedChanged, this, &LiveScoreController::measure);
    connect(&workspace, &Workspace::dataChanged, this, &LiveScoreController::measure);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes & (SetupChange::Anchors | SetupChange::Similarity | SetupChange::Run | SetupChange::Centering))
            measure();
    });
}

void LiveScoreController::measure()
{
    m_job.drop();
    const Similarity *similarity = findSimilarity(m_workspace.setup().similarity);
    if (!m_workspace.hasData() || !m_workspace.prepared() || !similarity || m_workspace.setup().seeds.empty()) {
        m_score = {};
        m_workspace.setSuspects({});
        Q_EMIT changed();
        return;
    }
    RetrievalOptions options;
    const Index items = std::min(m_workspace.data()->size(Side::x), m_workspace.data()->size(Side::y));
    options.k = std::min<Index>(m_workspace.setup().k, items - 1);
    options.hubnessCorrected = false;
    options.perItem = options.neighbours = false;
    options.seed = m_workspace.setup().options.seed;
    options.exactUpTo = sample;
    options.sampledQueries = sample;
    m_job.start<QuickScore>(
        tr("Scoring the seeds"),
        [request = Request{m_workspace.data(), m_workspace.prepared(), m_workspace.knownAnchors(),
                           m_workspace.setup().seeds, similarity, options}](const RunContext &context) {
            return answer(request, context);
        },
        [this](Result<QuickScore> result) {
            if (!result)
                return;
            m_score = std::move(*result);
            m_workspace.setSuspects(m_score.suspects);
            Q_EMIT changed();
        });
}

QString LiveScoreController::text() const
{
    if (!m_score.scored)
        return m_workspace.hasData() && m_workspace.data()->hasTruth()
                   ? tr("With three or more seeds, a sampled score is shown here and follows every change.")
                   : tr("No true pairs are known, so there is no score; pairs that disagree with the others are "
                        "marked.");
    return tr("MRR %1 X → Y, %2 Y → X · P@1 %3, %4")
        .arg(withInterval(m_score.mrrForth), withInterval(m_score.mrrBack), withInterval(m_score.pAt1Forth),
             withInterval(m_score.pAt1Back));
}

} // namespace anchorscope::gui
