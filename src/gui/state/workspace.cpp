// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/workspace.h"

#include "core/experiments/protocol.h"
#include "core/neighbours/matches.h"

#include <QScopedValueRollback>
#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

class SetupCommand final : public QUndoCommand
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

class ViewCommand final : public QUndoCommand
{
public:
    ViewCommand(Workspace &workspace, const QString &name, const ViewState &before, const ViewState &after)
        : QUndoCommand(name), m_workspace(workspace), m_before(before), m_after(after)
    {
    }

    void undo() override { m_workspace.setView(m_before); }
    void redo() override { m_workspace.setView(m_after); }
    // Id by which consecutive changes of the view are merged; it differs from the ids of changes of the setup.
    int id() const override { return 1 << 20; }
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

Workspace::Workspace(QObject *parent) : QObject(parent), m_now(&append({})) {}

void Workspace::setData(std::shared_ptr<const LoadedData> data, const Setup &setup, std::vector<io::RunRecord> runs)
{
    std::vector<OpenComparison> pairs(1);
    pairs[0].data = std::move(data);
    pairs[0].setup = setup;
    pairs[0].view = view().forOtherData();
    pairs[0].runs = std::move(runs);
    for (io::RunRecord &run : pairs[0].runs)
        run.id = nextRunId();
    setPairs(std::move(pairs), 0);
}

void Workspace::setPairs(std::vector<OpenComparison> pairs, int current)
{
    const ViewState before = view();
    const auto gone = std::exchange(m_pairs, {}); // keeps the old data until all receivers are notified
    Q_EMIT workReplaced();
    for (OpenComparison &pair : pairs)
        append(std::move(pair));
    show(*m_pairs[static_cast<std::size_t>(current)], before);
    setModified(false);
}

OpenComparison &Workspace::append(OpenComparison pair)
{
    constexpr int maxSteps = 1000;
    pair.history = std::make_unique<QUndoStack>();
    pair.history->setUndoLimit(maxSteps);
    pair.read = pair.data;
    pair.data = pair.asKnown(pair.data);
    for (const io::RunRecord &run : pair.runs)
        m_lastRun = std::max(m_lastRun, run.id);
    m_histories.addStack(pair.history.get());
    return *m_pairs.emplace_back(std::make_unique<OpenComparison>(std::move(pair)));
}

void Workspace::show(OpenComparison &pair, const ViewState &before)
{
    m_now = &pair;
    m_histories.setActiveStack(pair.history.get());
    m_prepared = {};
    m_suspects.clear();
    m_mistakes.reset();
    m_retrievalCurrent.reset();
    storeRunMatches();
    Q_EMIT itemsReplaced();
    Q_EMIT dataChanged();
    Q_EMIT mistakesChanged();
    if (before != view())
        Q_EMIT viewChanged(before);
    Q_EMIT runsChanged();
    Q_EMIT retrievalChanged();
    Q_EMIT batchChanged();
    Q_EMIT healthChanged();
    Q_EMIT stitchingChanged();
    Q_EMIT pairsChanged();
    Q_EMIT comparisonShown();
}

int Workspace::pairOf(const LoadedData *data) const
{
    // Compares Y only by its name, because the Y of `data` may be transformed.
    const auto holds = [&](const auto &pair) {
        return pair->read && pair->read->pair.x == data->pair.x && pair->read->pair.y->name == data->pair.y->name;
    };
    const auto found = data ? std::ranges::find_if(m_pairs, holds) : m_pairs.end();
    return data && found != m_pairs.end() ? static_cast<int>(found - m_pairs.begin()) : -1;
}

void Workspace::addPair(std::shared_ptr<const LoadedData> data, const Setup &setup)
{
    if (!hasData())
        return setData(std::move(data), setup);
    OpenComparison pair;
    pair.data = std::move(data);
    pair.setup = setup;
    pair.view = view();
    pair.view.axes = {};
    show(append(std::move(pair)), ViewState(view()));
    const auto hasWork = [](const auto &each) { return !each->setup.seeds.empty() || !each->runs.empty(); };
    if (std::ranges::any_of(m_pairs, hasWork))
        setModified(true);
}

void Workspace::choosePair(int index)
{
    OpenComparison &pair = *m_pairs[static_cast<std::size_t>(index)];
    if (&pair != m_now)
        show(pair, ViewState(view()));
}

void Workspace::removePair(int index)
{
    if (m_pairs.size() < 2)
        return;
    const auto at = m_pairs.begin() + index;
    const std::unique_ptr<OpenComparison> gone = std::move(*at);
    m_pairs.erase(at);
    if (gone.get() == m_now)
        show(*m_pairs[std::min(static_cast<std::size_t>(index), m_pairs.size() - 1)], gone->view);
    else
        Q_EMIT pairsChanged();
    setModified(true);
}

void Workspace::change(const QString &name, const std::function<void(Setup &)> &edit, int merge)
{
    Setup after = m_now->setup;
    edit(after);
    const SetupChanges changes = difference(m_now->setup, after);
    if ((changes & (SetupChange::Centering | SetupChange::Anchors | SetupChange::Transform)) &&
        !changes.testFlag(SetupChange::Run) && !ages(after))
        after.run = m_now->runAgain(after);
    after = m_now->possible(std::move(after));
    const bool aged =
        after.run == m_now->setup.run && after.seeds != m_now->setup.seeds && m_now->pairsOlder(after) > 0;
    if (aged && merge < 0)
        merge = ++m_pairStep;
    const io::RunId left = after.run == io::RunId::none ? m_now->setup.run : io::RunId::none;
    if (difference(m_now->setup, after))
        m_now->history->push(new SetupCommand(*this, name, m_now->setup, std::move(after), merge));
    if (left != io::RunId::none) {
        m_now->deselected = changes.testFlag(SetupChange::Run) ? io::RunId::none : left;
        Q_EMIT runDeselected(left);
    }
    if (aged)
        Q_EMIT runAged();
}

/// True if `after` differs only in the seeds, and at least half of the chosen run's seeds remain.
bool Workspace::ages(const Setup &after) const
{
    Setup before = m_now->setup;
    before.seeds = after.seeds;
    const io::RunRecord *run = chosenRun();
    return run && !difference(before, after) && keepsRun(*run, after.seeds);
}

void Workspace::setView(const ViewState &view)
{
    const QScopedValueRollback<bool> applying(m_applying, true);
    if (view != m_now->view)
        Q_EMIT viewChanged(std::exchange(m_now->view, view));
}

void Workspace::changeView(const QString &name, const std::function<void(ViewState &)> &edit)
{
    ViewState view = m_now->view;
    edit(view);
    if (view != m_now->view)
        m_now->history->push(new ViewCommand(*this, name, m_now->view, view));
}

void Workspace::apply(const Setup &requested)
{
    const QScopedValueRollback<bool> applying(m_applying, true);
    const Setup setup = m_now->possible(requested);
    const SetupChanges changes = difference(m_now->setup, setup);
    keepSuspects(m_now->setup.seeds, setup.seeds);
    m_now->setup = setup;
    m_retrievalCurrent.reset();
    if (changes & (SetupChange::Centering | SetupChange::Transform))
        m_prepared = {};
    if (changes.testFlag(SetupChange::Run))
        storeRunMatches();
    if (changes.testFlag(SetupChange::Names))
        m_now->data = m_now->asKnown(m_now->data);
    setModified(true);
    Q_EMIT setupChanged(changes);
    if (changes.testFlag(SetupChange::Names) && m_prepared)
        Q_EMIT preparedChanged();
    restoreScores();
}

Workspace::SeedProblem Workspace::checkSeed(const SeedPair &pair) const
{
    if (seedOf(Side::x, pair.x) >= 0)
        return SeedProblem::XTaken;
    return seedOf(Side::y, pair.y) >= 0 ? SeedProblem::YTaken : SeedProblem::None;
}

int Workspace::seedOf(Side side, ItemIndex item) const
{
    const auto &seeds = m_now->setup.seeds;
    const auto found = std::find_if(seeds.begin(), seeds.end(),
                                    [&](const SeedPair &pair) { return (side == Side::x ? pair.x : pair.y) == item; });
    return found == seeds.end() ? -1 : static_cast<int>(found - seeds.begin());
}

void Workspace::setPrepared(PreparedPair prepared, std::shared_ptr<const LoadedData> data)
{
    m_now->data = m_now->asKnown(data ? std::move(data) : m_now->read);
    m_now->transformed = setup().transform;
    m_prepared = std::move(prepared);
    Q_EMIT preparedChanged();
}

AnchorSet Workspace::knownAnchors() const
{
    if (const io::RunRecord *run = chosenRun())
        return AnchorSet{run->anchorsOfX, run->seedsOfY, run->summary.anchorsOfY, run->summary.discreteOfY,
                         run->summary.metric};
    AnchorSet set;
    for (const SeedPair &pair : m_now->setup.seeds) {
        set.itemsOfX.push_back(pair.x);
        set.seedsOfY.push_back(pair.y);
    }
    return set;
}

Result<AnchorSet> Workspace::anchors() const
{
    return chosenRun() ? Result<AnchorSet>(knownAnchors()) : nextAnchors();
}

Result<AnchorSet> Workspace::nextAnchors() const
{
    return drawRunAnchors(m_now->data->pair.pairing, setup().protocol(), m_now->setup.options.seed,
                          m_now->data->pair.emptyItems());
}

void Workspace::setRetrieval(RetrievalResult result)
{
    keep(m_now->measured.first, std::exchange(m_now->retrieval, std::move(result)));
    m_retrievalCurrent.reset();
    setModified(true);
    Q_EMIT retrievalChanged();
}

void Workspace::setMistakes(std::shared_ptr<const Mistakes> mistakes)
{
    if (m_mistakes == mistakes)
        return;
    m_mistakes = std::move(mistakes);
    Q_EMIT mistakesChanged();
}

bool Workspace::isRetrievalCurrent() const
{
    // Cached, because lists call this function for every item.
    if (!m_retrievalCurrent)
        m_retrievalCurrent = m_now->data && m_now->retrieval.provenance == provenance(Scoring::Retrieval);
    return *m_retrievalCurrent;
}

const RetrievalRow *Workspace::shownScores() const
{
    if (!isRetrievalCurrent())
        return nullptr;
    for (const std::string &method : {m_shownScores, std::string("AO continuous"), std::string("Seed")}) {
        for (const RetrievalRow &row : m_now->retrieval.rows) {
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
    m_now->batch = std::move(result);
    setModified(true);
    Q_EMIT batchChanged();
}

void Workspace::setHealth(HealthResult result)
{
    m_now->health = std::move(result);
    Q_EMIT healthChanged();
}

void Workspace::keepSuspects(const std::vector<SeedPair> &before, const std::vector<SeedPair> &now)
{
    if (before == now)
        return;
    std::vector<Index> kept;
    for (const Index suspect : m_suspects) {
        const auto at = static_cast<std::size_t>(suspect);
        const auto place = at < before.size() ? std::ranges::find(now, before[at]) : now.end();
        if (place != now.end())
            kept.push_back(place - now.begin());
    }
    setSuspects(std::move(kept));
}

void Workspace::setSuspects(std::vector<Index> suspects)
{
    if (suspects == m_suspects)
        return;
    m_suspects = std::move(suspects);
    Q_EMIT suspectsChanged();
}

void Workspace::setStitching(StitchingResult result)
{
    keep(m_now->measured.second, std::exchange(m_now->stitching, std::move(result)));
    setModified(true);
    Q_EMIT stitchingChanged();
}

bool Workspace::isStitchingCurrent() const
{
    return hasData() && m_now->stitching.provenance == provenance(Scoring::Stitching);
}

ItemIndex Workspace::partner(Side side, ItemIndex item) const
{
    if (!m_now->data || item == noItem)
        return noItem;
    if (m_now->data->hasTruth())
        return m_now->data->partner(side, item);
    if (const int seed = seedOf(side, item); seed >= 0) {
        const SeedPair &pair = m_now->setup.seeds[static_cast<std::size_t>(seed)];
        return side == Side::x ? pair.y : pair.x;
    }
    const io::RunRecord *run = chosenRun();
    if (!run)
        return noItem;
    const auto &partners = side == Side::x ? m_runMatchOfX : run->summary.correspondence;
    return static_cast<std::size_t>(item) < partners.size() ? partners[static_cast<std::size_t>(item)] : noItem;
}

void Workspace::setModified(bool modified)
{
    if (!modified)
        return markSaved(m_revision);
    if (!hasData()) // without data, no changes are counted
        return;
    const bool first = !isModified();
    ++m_revision;
    if (first)
        Q_EMIT modifiedChanged(true);
    Q_EMIT revisionChanged();
}

void Workspace::markSaved(quint64 revision)
{
    const bool before = isModified();
    m_savedRevision = std::max(m_savedRevision, revision);
    if (before != isModified())
        Q_EMIT modifiedChanged(!before);
}

io::RunId Workspace::addRun(io::RunRecord run, const std::function<void(io::RunId)> &added)
{
    const io::RunId id = append(std::move(run), added);
    chooseRun(id);
    return id;
}

io::RunId Workspace::addContinued(io::RunRecord run, const std::function<void(io::RunId)> &added)
{
    const io::RunId id = append(std::move(run), added);
    change(
        tr("Continue with the changed pairs"), [&](Setup &setup) { setup.run = id; }, m_pairStep);
    return id;
}

io::RunId Workspace::append(io::RunRecord run, const std::function<void(io::RunId)> &added)
{
    const io::RunId id = run.id = nextRunId();
    m_now->runs.push_back(std::move(run));
    if (added)
        added(id);
    Q_EMIT runsChanged();
    return id;
}

io::RunId Workspace::nextRunId()
{
    return m_lastRun = static_cast<io::RunId>(static_cast<std::uint64_t>(m_lastRun) + 1);
}

int Workspace::pairOf(io::RunId run) const
{
    const auto found = std::ranges::find_if(m_pairs, [run](const auto &pair) { return findRun(pair->runs, run); });
    return found == m_pairs.end() ? -1 : static_cast<int>(found - m_pairs.begin());
}

void Workspace::setVerdict(io::RunId run, Verdict verdict)
{
    const int pair = pairOf(run);
    if (pair < 0)
        return;
    OpenComparison &of = *m_pairs[static_cast<std::size_t>(pair)];
    std::ranges::find(of.runs, run, &io::RunRecord::id)->summary.verdict = std::move(verdict);
    setModified(true);
    if (&of != m_now)
        return Q_EMIT pairsChanged();
    Q_EMIT verdictReady(run);
    Q_EMIT suspectsChanged();
}

void Workspace::chooseRun(io::RunId id)
{
    const io::RunRecord *run = findRun(m_now->runs, id);
    if (run)
        change(tr("Choose %1").arg(QString::fromStdString(run->name)),
               [&](Setup &setup) { setup = m_now->setupWith(*run); });
}

void Workspace::storeRunMatches()
{
    m_runMatchOfX.clear();
    const io::RunRecord *run = chosenRun();
    if (!run || !m_now->data)
        return;
    m_runMatchOfX =
        partnersOfX(run->summary.correspondence, run->summary.correspondenceScore, m_now->data->size(Side::x));
}

void Workspace::renameRun(io::RunId id, const std::string &name)
{
    const auto run = std::ranges::find(m_now->runs, id, &io::RunRecord::id);
    if (run == m_now->runs.end())
        return;
    run->name = name;
    setModified(true);
    Q_EMIT runEdited(id);
}

void Workspace::removeRun(io::RunId id)
{
    if (!findRun(m_now->runs, id))
        return;
    const auto isOfRun = [id](const auto &result) { return result.provenance.setup.run == id; };
    std::erase_if(m_now->runs, [id](const io::RunRecord &run) { return run.id == id; });
    std::erase_if(m_now->measured.first, isOfRun);
    std::erase_if(m_now->measured.second, isOfRun);
    Q_EMIT runEdited(id);
    if (m_now->setup.run == id)
        apply(m_now->setup); // deselects the removed run by applying the setup again
    setModified(true);
}

template <class R> void Workspace::keep(std::vector<R> &measured, R result)
{
    // Maximum number of earlier results; each takes about 12 MB for 20 000 items and 15 methods.
    constexpr std::size_t most = 6;
    std::erase_if(measured, [&](const R &each) { return each.provenance == result.provenance; });
    if (!result.empty())
        measured.insert(measured.begin(), std::move(result));
    if (measured.size() > most)
        measured.resize(most);
}

void Workspace::restoreScores()
{
    if (!m_now->data)
        return;
    const auto take = [this](auto &measured, Scoring scoring) {
        const Provenance now = provenance(scoring);
        auto known = std::ranges::find_if(measured, [&](const auto &each) { return each.provenance == now; });
        std::optional<std::decay_t<decltype(*known)>> found;
        if (known != measured.end()) {
            found = std::move(*known);
            measured.erase(known);
        }
        return found;
    };
    if (auto known = take(m_now->measured.first, Scoring::Retrieval); known && !isRetrievalCurrent())
        setRetrieval(std::move(*known));
    if (auto known = take(m_now->measured.second, Scoring::Stitching); known && !isStitchingCurrent())
        setStitching(std::move(*known));
}

bool Workspace::runChecksSeeds() const
{
    const io::RunRecord *run = chosenRun();
    return run && (run->summary.verdict.alignment == Alignment::aligned ||
                   // In a session of an earlier version, a run that is not aligned may have suspect seeds.
                   !run->summary.verdict.suspectSeeds.empty());
}

bool Workspace::isSuspect(Index seed) const
{
    if (!runChecksSeeds())
        return std::ranges::find(m_suspects, seed) != m_suspects.end();
    const io::RunRecord &run = *chosenRun();
    // Compares pairs instead of indices, because the seeds may have changed since the run.
    const SeedPair &pair = setup().seeds[static_cast<std::size_t>(seed)];
    return std::ranges::any_of(run.summary.verdict.suspectSeeds, [&](Index suspect) {
        const auto place = static_cast<std::size_t>(suspect);
        return place < run.seedsOfY.size() && pair == SeedPair{.x = run.anchorsOfX[place], .y = run.seedsOfY[place]};
    });
}

} // namespace anchorscope::gui
