// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/workspace.h"

#include "core/anchors/sampling.h"
#include "core/optimizers/optimizers.h"
#include "gui/state/setupcommand.h"
#include "gui/style/plaintext.h"

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

Workspace::Workspace(QObject *parent) : QObject(parent) {}

void Workspace::setData(std::shared_ptr<const LoadedData> data, const Setup &setup, std::vector<io::RunRecord> runs)
{
    m_history.clear();
    m_data = std::move(data);
    m_setup = setup;
    m_runs = std::move(runs);
    m_prepared = {};
    m_retrieval = {};
    m_retrievalCurrent.reset();
    m_measured = {};
    m_batch = {};
    m_health = {};
    m_suspects.clear();
    m_stitching = {};
    rememberRunPartners();
    Q_EMIT dataChanged();
    ViewState view = m_view;
    view.axes = {};
    setView(view);
    Q_EMIT runsChanged();
    Q_EMIT retrievalChanged();
    Q_EMIT batchChanged();
    Q_EMIT healthChanged();
    Q_EMIT stitchingChanged();
    setModified(false);
}

void Workspace::change(const QString &name, const std::function<void(Setup &)> &edit, int merge)
{
    Setup after = m_setup;
    edit(after);
    const SetupChanges changes = difference(m_setup, after);
    if ((changes & (SetupChange::Centering | SetupChange::Anchors)) && !changes.testFlag(SetupChange::Run))
        after.chosenRun = -1;
    if (!canUse(after.similarity, m_runs, after.chosenRun))
        after.similarity = Setup().similarity;
    const int left = after.chosenRun < 0 ? m_setup.chosenRun : -1;
    if (difference(m_setup, after))
        m_history.push(new SetupCommand(*this, name, m_setup, std::move(after), merge));
    if (left >= 0)
        Q_EMIT runLeft(left);
}

void Workspace::setView(const ViewState &view)
{
    if (view != m_view)
        Q_EMIT viewChanged(std::exchange(m_view, view));
}

void Workspace::changeView(const QString &name, const std::function<void(ViewState &)> &edit)
{
    ViewState view = m_view;
    edit(view);
    if (view != m_view)
        m_history.push(new ViewCommand(*this, name, m_view, view));
}

void Workspace::apply(const Setup &setup)
{
    const SetupChanges changes = difference(m_setup, setup);
    m_setup = setup;
    m_retrievalCurrent.reset();
    if (changes.testFlag(SetupChange::Centering))
        m_prepared = {};
    if (changes.testFlag(SetupChange::Run))
        rememberRunPartners();
    setModified(true);
    Q_EMIT setupChanged(changes);
    bringBackScores();
}

Workspace::SeedProblem Workspace::checkSeed(const SeedPair &pair) const
{
    if (seedOf(Side::x, pair.x) >= 0)
        return SeedProblem::XTaken;
    return seedOf(Side::y, pair.y) >= 0 ? SeedProblem::YTaken : SeedProblem::None;
}

int Workspace::seedOf(Side side, ItemIndex item) const
{
    const auto &seeds = m_setup.seeds;
    const auto found = std::find_if(seeds.begin(), seeds.end(),
                                    [&](const SeedPair &pair) { return (side == Side::x ? pair.x : pair.y) == item; });
    return found == seeds.end() ? -1 : static_cast<int>(found - seeds.begin());
}

void Workspace::setPrepared(PreparedPair prepared)
{
    m_prepared = std::move(prepared);
    Q_EMIT preparedChanged();
}

AnchorSet Workspace::knownAnchors() const
{
    if (const io::RunRecord *run = chosenRun())
        return AnchorSet{run->anchorsOfX, run->seedsOfY, run->summary.anchorsOfY, run->summary.discreteOfY,
                         run->summary.metric};
    AnchorSet set;
    for (const SeedPair &pair : m_setup.seeds) {
        set.itemsOfX.push_back(pair.x);
        set.seedsOfY.push_back(pair.y);
    }
    return set;
}

Result<AnchorSet> Workspace::anchors() const
{
    if (chosenRun())
        return knownAnchors();
    Random random(m_setup.options.seed);
    return completeAnchors(m_setup.seeds, m_data->size(Side::x), m_setup.anchorCount, random);
}

void Workspace::setRetrieval(RetrievalResult result)
{
    keep(m_measured.first, std::exchange(m_retrieval, std::move(result)));
    m_retrievalCurrent.reset();
    setModified(true);
    Q_EMIT retrievalChanged();
}

bool Workspace::isRetrievalCurrent() const
{
    // Asked for every item of a list.
    if (!m_retrievalCurrent)
        m_retrievalCurrent = m_data && m_retrieval.provenance == provenance(Scoring::Retrieval);
    return *m_retrievalCurrent;
}

const RetrievalRow *Workspace::shownScores() const
{
    if (!isRetrievalCurrent())
        return nullptr;
    for (const std::string &method : {m_shownScores, std::string("AO continuous"), std::string("Seed")}) {
        for (const RetrievalRow &row : m_retrieval.rows) {
            if (row.method == method)
                return &row;
        }
    }
    return nullptr;
}

void Workspace::showScores(const std::string &method)
{
    if (method == m_shownScores)
        return;
    m_shownScores = method;
    Q_EMIT shownScoresChanged();
}

void Workspace::setBatch(BatchResult result)
{
    m_batch = std::move(result);
    setModified(true);
    Q_EMIT batchChanged();
}

void Workspace::setHealth(HealthResult result)
{
    m_health = std::move(result);
    Q_EMIT healthChanged();
}

bool Workspace::isHealthCurrent() const
{
    return m_data && m_health.provenance == provenance(Scoring::Health);
}

bool Workspace::isBatchCurrent() const
{
    return m_data && m_batch.provenance == provenance(Scoring::Batch) && m_batch.options == m_setup.options;
}

void Workspace::setSuspects(std::vector<Index> suspects)
{
    if (suspects == m_suspects)
        return;
    m_suspects = std::move(suspects);
    Q_EMIT suspectsChanged();
}

ProtocolOptions Workspace::protocol() const
{
    ProtocolOptions options;
    options.anchors = m_setup.anchorCount;
    options.seeds = static_cast<Index>(m_setup.seeds.size());
    options.seedPairs = m_setup.seeds;
    options.centering = m_setup.centering;
    options.similarity = m_setup.similarity;
    options.similarityOptions = m_setup.similarityNumbers;
    options.optimize = m_setup.options;
    return options;
}

void Workspace::setStitching(StitchingResult result)
{
    keep(m_measured.second, std::exchange(m_stitching, std::move(result)));
    setModified(true);
    Q_EMIT stitchingChanged();
}

Provenance Workspace::provenance(Scoring scoring) const
{
    Provenance now;
    now.spaces = shownName(QString::fromStdString(m_data->pair.x->name)) + " ↔ " +
                 shownName(QString::fromStdString(m_data->pair.y->name));
    now.items = m_data->size(Side::x);
    now.anchors = m_setup.anchorCount;
    now.seeds = static_cast<Index>(m_setup.seeds.size());
    for (const CenteringChoice &choice : centeringChoices()) {
        if (choice.value == m_setup.centering)
            now.centering = QString::fromUtf8(choice.label);
    }
    if (const Similarity *similarity = findSimilarity(m_setup.similarity))
        now.similarity = QString::fromUtf8(similarity->label) + numberText(*similarity, m_setup.similarityNumbers);
    now.seed = m_setup.options.seed;
    const Optimizer *method = findOptimizer(m_setup.options.method);
    if (scoring == Scoring::Batch) // runs of its own
        now.run = method ? QString::fromUtf8(method->label) : QString();
    else if (const io::RunRecord *run = chosenRun())
        now.run = QString::fromStdString(run->name);
    now.seedPairs = m_setup.seeds;
    if (scoring == Scoring::Retrieval || scoring == Scoring::Batch) {
        now.scoring = tr("K = %1").arg(m_setup.k);
        if (m_setup.scoreAnchors)
            now.scoring += tr(", anchors scored, too");
    } else if (scoring == Scoring::Stitching) {
        const HeadMethod *head = findHead(m_setup.head);
        now.scoring = tr("head: %1, input: %2")
                          .arg(head ? QString::fromUtf8(head->label) : QString())
                          .arg(QString::fromUtf8(headInputLabel(m_setup.headInput)));
    }
    if (scoring != Scoring::Health && !m_setup.methods.empty())
        now.scoring += tr(", %1 rows chosen").arg(m_setup.methods.size());
    return now;
}

ItemIndex Workspace::partner(Side side, ItemIndex item) const
{
    if (!m_data || item == noItem)
        return noItem;
    if (m_data->hasTruth())
        return m_data->partner(side, item);
    if (const int seed = seedOf(side, item); seed >= 0) {
        const SeedPair &pair = m_setup.seeds[static_cast<std::size_t>(seed)];
        return side == Side::x ? pair.y : pair.x;
    }
    const io::RunRecord *run = chosenRun();
    if (!run)
        return noItem;
    const auto &partners = side == Side::x ? m_runPartnerOfX : run->summary.correspondence;
    return static_cast<std::size_t>(item) < partners.size() ? partners[static_cast<std::size_t>(item)] : noItem;
}

void Workspace::setModified(bool modified)
{
    if (!modified) {
        markSaved(m_revision);
        return;
    }
    const bool first = !isModified();
    ++m_revision;
    if (first)
        Q_EMIT modifiedChanged(true);
    Q_EMIT revised();
}

void Workspace::markSaved(quint64 revision)
{
    const bool before = isModified();
    m_savedRevision = std::max(m_savedRevision, revision);
    if (before != isModified())
        Q_EMIT modifiedChanged(!before);
}

} // namespace anchorscope::gui
