// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/workspace.h"

#include "core/anchors/sampling.h"
#include "core/neighbours/matches.h"
#include "core/optimizers/optimizers.h"
#include "gui/style/plaintext.h"

#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

/// One step of the history: the setup before and after.
class SetupCommand : public QUndoCommand
{
public:
    SetupCommand(Workspace &workspace, const QString &name, Setup before, Setup after, int merge)
        : QUndoCommand(name), m_workspace(workspace), m_before(std::move(before)), m_after(std::move(after)),
          m_merge(merge)
    {
    }

    void undo() override { m_workspace.apply(m_before); }
    void redo() override { m_workspace.apply(m_after); }
    int id() const override { return m_merge; }
    bool mergeWith(const QUndoCommand *next) override
    {
        m_after = static_cast<const SetupCommand *>(next)->m_after;
        return true;
    }

private:
    Workspace &m_workspace;
    Setup m_before, m_after;
    const int m_merge;
};

/// One step of the history: how the spaces were looked at before and after.
class ViewCommand : public QUndoCommand
{
public:
    ViewCommand(Workspace &workspace, const QString &name, const ViewState &before, const ViewState &after)
        : QUndoCommand(name), m_workspace(workspace), m_before(before), m_after(after)
    {
    }

    void undo() override { m_workspace.setView(m_before); }
    void redo() override { m_workspace.setView(m_after); }
    int id() const override { return 1 << 20; } // apart from those of SetupCommand
    bool mergeWith(const QUndoCommand *next) override
    {
        if (next->text() != text())
            return false;
        m_after = static_cast<const ViewCommand *>(next)->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    Workspace &m_workspace;
    ViewState m_before, m_after;
};

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
    if (difference(m_setup, after))
        m_history.push(new SetupCommand(*this, name, m_setup, std::move(after), merge));
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

const io::RunRecord *Workspace::chosenRun() const
{
    const auto chosen = static_cast<std::size_t>(m_setup.chosenRun);
    return m_setup.chosenRun >= 0 && chosen < m_runs.size() ? &m_runs[chosen] : nullptr;
}

void Workspace::addRun(io::RunRecord run)
{
    m_runs.push_back(std::move(run));
    Q_EMIT runsChanged();
    chooseRun(static_cast<int>(m_runs.size()) - 1);
}

void Workspace::setVerdict(int run, Verdict verdict)
{
    m_runs[static_cast<std::size_t>(run)].summary.verdict = std::move(verdict);
    setModified(true);
    Q_EMIT runJudged(run);
    Q_EMIT suspectsChanged();
}

void Workspace::chooseRun(int run)
{
    const io::RunRecord &record = m_runs[static_cast<std::size_t>(run)];
    change(tr("Choose %1").arg(QString::fromStdString(record.name)), [&](Setup &setup) {
        setup.chosenRun = run;
        setup.centering = record.centering;
        setup.options = record.options;
        setup.anchorCount = static_cast<Index>(record.anchorsOfX.size());
        setup.seeds.clear();
        for (std::size_t i = 0; i < record.seedsOfY.size(); ++i)
            setup.seeds.push_back({.x = record.anchorsOfX[i], .y = record.seedsOfY[i]});
    });
}

void Workspace::rememberRunPartners()
{
    m_runPartnerOfX.clear();
    const io::RunRecord *run = chosenRun();
    if (!run || !m_data)
        return;
    m_runPartnerOfX = partnersOfX(run->summary.correspondence, run->summary.correspondenceScore, m_data->size(Side::x));
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
    m_retrieval = std::move(result);
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

bool Workspace::runJudgesSeeds() const
{
    const io::RunRecord *run = chosenRun();
    return run && (run->summary.verdict.alignment == Alignment::aligned ||
                   !run->summary.verdict.suspectSeeds.empty()); // of earlier versions
}

bool Workspace::isSuspect(Index seed) const
{
    const auto &suspects = runJudgesSeeds() ? chosenRun()->summary.verdict.suspectSeeds : m_suspects;
    return std::find(suspects.begin(), suspects.end(), seed) != suspects.end();
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
    m_stitching = std::move(result);
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
