// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/translationcontroller.h"

#include "core/translate/adapterreport.h"
#include "gui/experiments/experiments.h"
#include "gui/state/anchoredinput.h"
#include "gui/state/edits.h"
#include "gui/style/filename.h"
#include "io/numpy/npywriter.h"

#include <tuple>

namespace anchorscope::gui {

namespace {

struct AdapterJob
{
    AnchoredInput input;
    std::vector<ItemIndex> ofX, ofY;
    Side source = Side::x;
    std::string map;
    InverseProjectionOptions irp;

    AdapterInput adapterInput() const
    {
        const bool fromX = source == Side::x;
        const auto &pair = input.data->pair;
        return {fromX ? *pair.x : *pair.y,
                fromX ? *pair.y : *pair.x,
                fromX ? *input.spaces.x : *input.spaces.y,
                fromX ? *input.spaces.y : *input.spaces.x,
                fromX ? ofX : ofY,
                fromX ? ofY : ofX,
                fromX ? input.truth() : input.truth().swapped(),
                fitOfMap(map, irp),
                irp.seed};
    }
};

/// Fits and writes an adapter. Returns its quality; nullopt if too few known pairs can be held out to measure it.
Result<std::optional<AdapterReport>> writeAdapter(const AdapterJob &job, const std::string &path,
                                                  const RunContext &context)
{
    const AdapterInput input = job.adapterInput();
    const auto adapter = fitAdapter(input, context.part(0, 0.2));
    if (!adapter)
        return adapter.error();
    auto kept = reportOfAdapter(input, context.part(0.2, 1));
    if (!kept)
        return kept.error();
    const Status saved = io::saveAdapter(path, *adapter);
    return saved ? std::move(kept) : Result<std::optional<AdapterReport>>(saved.error());
}

QString sentenceOf(const std::optional<AdapterReport> &report, const AdapterJob &job)
{
    const AdapterInput input = job.adapterInput();
    const QString target = QString::fromStdString(input.to.name);
    const QString written = TranslationController::tr("The adapter is fitted on %L1 pairs. Map: %2, from %3 to %4. ")
                                .arg(std::ssize(job.ofX))
                                .arg(QString(std::ranges::find(mapKinds(), job.map, &MapKind::id)->label).toLower(),
                                     QString::fromStdString(input.from.name), target);
    if (!report)
        return written + TranslationController::tr(
                             "Retrieval quality was not measured: too few known pairs are left for testing.");
    const RetainedResults &kept = report->retained.translatedQueries;
    return written +
           TranslationController::tr(
               "Recall@10 of translated queries, relative to native %2 queries: %1%. Own item ranked first: %3%.")
               .arg(qRound(100 * kept.recallAt10))
               .arg(target)
               .arg(qRound(100 * kept.ownAt1));
}

} // namespace

TranslationController::TranslationController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_translating(runner, [this] { Q_EMIT changed(); }),
      m_studying(runner, [this] { Q_EMIT changed(); }), m_adapting(runner, [this] { Q_EMIT changed(); })
{
    const auto stale = [this] {
        m_stale = true;
        translate();
    };
    connect(&workspace, &Workspace::itemsReplaced, this, [this] { m_plot.reset(); });
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_translating.drop();
        m_studying.drop();
        m_adapting.drop();
        m_result.reset();
        m_stale = true;
        Q_EMIT changed();
    });
    connect(&workspace, &Workspace::setupChanged, this, stale);
    connect(&workspace, &Workspace::preparedChanged, this, stale);
}

QString TranslationController::obstacle() const
{
    if (const QString why = gui::obstacle(m_workspace, Need::Prepared); !why.isEmpty())
        return why;
    if (m_workspace.knownAnchors().seeds() == 0 && !m_workspace.knownAnchors().optimized())
        return tr("Add seed pairs first, or find anchors.");
    return {};
}

QString TranslationController::studyObstacle() const
{
    if (const QString why = gui::obstacle(m_workspace); !why.isEmpty())
        return why;
    return m_workspace.data()->hasTruth() ? QString() : tr("No true pairs are known for these spaces.");
}

QString TranslationController::adapterObstacle() const
{
    if (!m_workspace.setup().transform.isNeutral())
        return tr("Y was changed in the Playground, and an adapter would be fitted to the changed vectors. Choose "
                  "Reset Y first.");
    return obstacle();
}

void TranslationController::choose(const TranslationChoice &choice)
{
    m_choice = choice;
    m_stale = true;
    translate();
}

void TranslationController::setActive(bool active)
{
    m_active = active;
    translate();
}

void TranslationController::translate()
{
    if (!m_active || !m_stale)
        return;
    if (!obstacle().isEmpty()) {
        m_plot.reset();
        Q_EMIT changed();
        return;
    }
    m_stale = false;
    InverseProjectionOptions options;
    options.subspaces = m_choice.omega;
    options.delta = m_choice.delta;
    options.seed = m_workspace.setup().options.seed;
    m_translating.start<TranslationPlot>(
        tr("Translating"),
        [input = anchoredInput(m_workspace), source = m_choice.source, options](const RunContext &context) {
            return plotTranslation(input.pair(), source, input.truth(), options, context);
        },
        [this](Result<TranslationPlot> result) {
            m_plot.reset();
            if (result)
                m_plot = std::move(*result);
            else
                Q_EMIT failed(QString::fromStdString(result.error().text()));
        },
        [this](const Error &) { m_plot.reset(); });
}

void TranslationController::study()
{
    if (!studyObstacle().isEmpty())
        return;
    m_studying.start<TranslationExperiment>(
        tr("Trying all ω and δ"),
        [input = ExperimentInput{m_workspace.data(), m_workspace.setup(), 1}](const RunContext &context) {
            TranslationOptions options;
            options.base = baseOptions(*findExperiment("translation"), input);
            const auto &pair = input.data->pair;
            return runTranslationExperiment(*pair.x, *pair.y, pair.pairing, options, context);
        },
        orFailed(this, [this](TranslationExperiment result) { m_result = std::move(result); }));
}

void TranslationController::saveAdapter(const QString &path, const QString &map, Side source)
{
    if (!adapterObstacle().isEmpty())
        return;
    AdapterJob job{anchoredInput(m_workspace), {}, {}, source, map.toStdString(), {}};
    job.irp = {.subspaces = m_choice.omega, .delta = m_choice.delta, .seed = m_workspace.setup().options.seed};
    if (const io::RunRecord *run = m_workspace.chosenRun())
        std::tie(job.ofX, job.ofY) = foundPairs(run->summary.correspondence, run->summary.correspondenceScore,
                                                m_workspace.data()->pair.x->size());
    if (job.ofX.empty()) {
        for (const SeedPair &seed : m_workspace.setup().seeds) {
            job.ofX.push_back(seed.x);
            job.ofY.push_back(seed.y);
        }
    }
    drawPairsOfMap(job.ofX, job.ofY);
    m_adapting.start<std::optional<AdapterReport>>(
        tr("Fitting the adapter"),
        [job, file = filePath(path)](const RunContext &context) { return writeAdapter(job, file, context); },
        orFailed(this, [this, path, job](const std::optional<AdapterReport> &report) {
            Q_EMIT adapterWritten(path, sentenceOf(report, job));
        }));
}

} // namespace anchorscope::gui
