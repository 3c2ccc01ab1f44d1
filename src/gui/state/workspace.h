// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/mistakes.h"
#include "gui/state/opencomparison.h"

#include <QObject>
#include <QUndoGroup>

namespace anchorscope::gui {

/// State of the window: the open comparisons, each with its spaces, setup, history and results. One of them is current.
/// Views read the workspace and listen to its signals; controllers store results in it. It computes nothing.
class Workspace : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(QObject *parent = nullptr);

    const std::shared_ptr<const LoadedData> &data() const { return m_now->data; }
    bool hasData() const { return m_now->data != nullptr; }
    /// Data of the current comparison, in which Y has not been transformed.
    const std::shared_ptr<const LoadedData> &originalData() const { return m_now->read; }
    /// True if Y in data() has been transformed by the transform of the setup.
    bool isTransformed() const { return m_now->transformed == setup().transform; }
    /// Opens one comparison and closes all others, with their runs, results and history.
    void setData(std::shared_ptr<const LoadedData> data, const Setup &setup = {}, std::vector<io::RunRecord> runs = {});
    /// Opens the comparisons of a session, and closes all others, like setData().
    void setPairs(std::vector<OpenComparison> pairs, int current);
    /// Number of open comparisons.
    int pairs() const { return hasData() ? static_cast<int>(m_pairs.size()) : 0; }
    const OpenComparison &pair(int index) const { return *m_pairs[static_cast<std::size_t>(index)]; }
    const OpenComparison &pair() const { return *m_now; }    ///< current comparison
    int currentPair() const { return pairOf(data().get()); } ///< index of the current comparison; −1 without data
    int pairOf(const LoadedData *data) const; ///< index of the comparison of the spaces in `data`; −1 if none has these

    /// Adds a comparison and switches to it. The other comparisons retain their runs, results and history.
    void addPair(std::shared_ptr<const LoadedData> data, const Setup &setup);
    void choosePair(int index);
    void removePair(int index); ///< closes a comparison, which cannot be undone; does nothing if it is the only one
    const Setup &setup() const { return m_now->setup; }
    /// Changes the setup as a named undo step, unless `edit` has no effect. Consecutive steps with the same `merge` ≥ 0
    /// are merged (e.g. while a spin box is held down). A change of anchors, pre-processing or transform deselects the
    /// chosen run, because the run was made with another setup. A change of seeds deselects it only if fewer than half
    /// of the run's seeds remain; otherwise pairsOlder() counts the changed seeds.
    void change(const QString &name, const std::function<void(Setup &)> &edit, int merge = -1);
    QUndoStack *history() const { return m_now->history.get(); } ///< undo history of the current comparison

    /// Undo histories of all comparisons; history() is the active one.
    QUndoGroup &histories() { return m_histories; }
    /// True while a step is being applied, undone or redone; no other step may be pushed then.
    bool isApplying() const { return m_applying; }

    const ViewState &view() const { return m_now->view; }
    void setView(const ViewState &view); ///< changes the view without an undo step

    /// Changes the view as a named undo step. Consecutive steps with the same name are merged; if they cancel each
    /// other out, no step remains.
    void changeView(const QString &name, const std::function<void(ViewState &)> &edit);

    /// Stores the rotation that keeps the relative panels' plots close to the previous ones. Emits no signal.
    void setRelativeRotation(Matrix turn) { m_now->relativeRotation = std::move(turn); }

    enum class SeedProblem { None, XTaken, YTaken };
    SeedProblem checkSeed(const SeedPair &pair) const;
    int seedOf(Side side, ItemIndex item) const; ///< index of the seed that contains an item, or −1

    /// Both spaces after pre-processing; null until the pre-processing has been done.
    const PreparedPair &prepared() const { return m_prepared; }
    /// Sets the prepared spaces. `data`: the data with Y transformed; null if Y has no transform.
    void setPrepared(PreparedPair prepared, std::shared_ptr<const LoadedData> data = {});

    const std::vector<io::RunRecord> &runs() const { return m_now->runs; }
    const io::RunRecord *chosenRun() const { return m_now->chosenRun(); }
    /// Adds a run, and chooses it in an undo step. Returns the new id of the run. `added` is called with this id before
    /// any signal is emitted.
    io::RunId addRun(io::RunRecord run, const std::function<void(io::RunId)> &added = {});
    /// Adds a run that continues the chosen one. If the last undo step changed the known pairs, one undo reverts both
    /// the change and the choice of the new run.
    io::RunId addContinued(io::RunRecord run, const std::function<void(io::RunId)> &added);
    /// Number of known pairs that were added, removed or moved since the chosen run was made; 0 without a run.
    Index pairsOlder() const { return m_now->pairsOlder(m_now->setup); }
    /// Index of the comparison that contains a run; −1 if the run is unknown.
    int pairOf(io::RunId run) const;
    /// Stores the verdict of a run, which may belong to any comparison.
    void setVerdict(io::RunId run, Verdict verdict);
    void chooseRun(io::RunId run); ///< chooses a run, restores the run's setup and shows the run's anchors
    void renameRun(io::RunId run, const std::string &name); ///< renames a run; the name must be unique
    void removeRun(io::RunId run);                          ///< removes a run, which cannot be undone

    /// Anchors of the chosen run; without a run, nextAnchors().
    Result<AnchorSet> anchors() const;
    /// Anchors that runProtocol() would draw with the current setup: the seeds, and further items drawn at random.
    /// Error for too few items, or for more seeds than anchors.
    Result<AnchorSet> nextAnchors() const;
    /// Anchors that are known in both spaces: those of the chosen run; without a run, only the seeds.
    AnchorSet knownAnchors() const;

    const RetrievalResult &retrieval() const { return m_now->retrieval; }
    void setRetrieval(RetrievalResult result);
    /// Scores whose values for each item are listed and colour the points: those of the method chosen by showScores();
    /// otherwise those of the anchors found by the run, otherwise those of the seeds. Null if no scores are up to date.
    const RetrievalRow *shownScores() const;
    void showScores(const std::string &method);
    const BatchResult &batch() const { return m_now->batch; }
    void setBatch(BatchResult result);
    const HealthResult &health() const { return m_now->health; }
    void setHealth(HealthResult result);
    bool isHealthCurrent() const { return m_now->isHealthCurrent(); }
    /// Indices of the seeds that disagree with the other seeds; isSuspect() ignores this list if runChecksSeeds().
    const std::vector<Index> &suspects() const { return m_suspects; }
    void setSuspects(std::vector<Index> suspects);
    bool runChecksSeeds() const; ///< true if the chosen run itself has checked which seeds are suspect

    /// True if a seed is suspect: according to the chosen run if runChecksSeeds(), otherwise according to suspects().
    bool isSuspect(Index seed) const;
    const StitchingResult &stitching() const { return m_now->stitching; }
    void setStitching(StitchingResult result);
    /// Wrong matches of the chosen run; null without a run, or if they have not been computed yet.
    const Mistakes *mistakes() const { return m_mistakes.get(); }
    void setMistakes(std::shared_ptr<const Mistakes> mistakes);
    /// Provenance that a result has if it is measured with the current setup.
    Provenance provenance(Scoring scoring) const { return m_now->provenance(m_now->setup, scoring); }
    bool isRetrievalCurrent() const;
    bool isBatchCurrent() const { return m_now->isBatchCurrent(); }
    bool isStitchingCurrent() const;

    /// Partner of an item for display: its true partner or, if the pairing is unknown, its partner in a seed pair,
    /// otherwise its match in the chosen run, otherwise noItem.
    ItemIndex partner(Side side, ItemIndex item) const;

    /// True if some changes have not been saved.
    bool isModified() const { return m_revision != m_savedRevision; }
    /// Counts a change worth saving if `modified` is true; otherwise marks all changes until now as saved.
    void setModified(bool modified);
    /// Number of changes worth saving until now. Code that saves passes the number at the start of writing to
    /// markSaved(), because further changes may be made while it writes.
    quint64 revision() const { return m_revision; }
    void markSaved(quint64 revision);

Q_SIGNALS:
    /// Reports that the items will be replaced. Receivers that store items or plots must drop these without emitting
    /// signals, so that receivers of dataChanged() do not find stale items.
    void itemsReplaced();
    void dataChanged();  ///< reports that another comparison has become current
    void workReplaced(); ///< reports that all comparisons and runs have been replaced
    void pairsChanged();
    void setupChanged(anchorscope::gui::SetupChanges changes);
    void viewChanged(const anchorscope::gui::ViewState &before);
    void preparedChanged();
    void runsChanged();
    void runEdited(anchorscope::io::RunId run); ///< reports that a run was renamed or removed
    void verdictReady(anchorscope::io::RunId run);
    void runAged(); ///< reports that the known pairs changed, but the chosen run remains chosen (pairsOlder())
    void runDeselected(anchorscope::io::RunId run); ///< reports that a change of the setup deselected a run
    void retrievalChanged();
    void shownScoresChanged();
    void batchChanged();
    void healthChanged();
    void suspectsChanged();
    void stitchingChanged();
    void mistakesChanged();
    void modifiedChanged(bool modified);
    /// Reports every change worth saving; modifiedChanged() reports only the first after a save.
    void revisionChanged();

private:
    friend class SetupCommand;
    void apply(const Setup &requested);
    bool ages(const Setup &after) const;
    io::RunId nextRunId();
    io::RunId append(io::RunRecord run, const std::function<void(io::RunId)> &added);
    void storeRunMatches();
    template <class R> void keep(std::vector<R> &measured, R result);
    void restoreScores();
    /// Updates m_suspects, indices of suspect seeds, after the list of seeds changed from `before` to `now`; drops the
    /// indices of removed seeds.
    void keepSuspects(const std::vector<SeedPair> &before, const std::vector<SeedPair> &now);
    OpenComparison &append(OpenComparison pair);
    void show(OpenComparison &pair, const ViewState &before);

    QUndoGroup m_histories;
    /// Open comparisons; one comparison without data if no data are open.
    std::vector<std::unique_ptr<OpenComparison>> m_pairs;
    OpenComparison *m_now; ///< current comparison, an element of m_pairs
    PreparedPair m_prepared;
    // Match of each item of X in the chosen run, the inverse of the run's correspondence.
    std::vector<ItemIndex> m_runMatchOfX;
    std::string m_shownScores;             ///< method that was last passed to showScores()
    io::RunId m_lastRun = io::RunId::none; ///< id of the run that was added last; ids are never reused
    int m_pairStep = 1 << 10; ///< id of the undo step of the last change of the known pairs, for merging further steps
    mutable std::optional<bool> m_retrievalCurrent;
    std::vector<Index> m_suspects;
    std::shared_ptr<const Mistakes> m_mistakes;
    quint64 m_revision = 0, m_savedRevision = 0;
    bool m_applying = false;
};

} // namespace anchorscope::gui
