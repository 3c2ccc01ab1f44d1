// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/mistakes.h"
#include "gui/state/opencomparison.h"

#include <QObject>
#include <QUndoGroup>

namespace anchorscope::gui {

/// State of the window: the open comparisons, one of which is current. Views read it and listen to its signals;
/// controllers store results in it. It computes nothing.
class Workspace : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(QObject *parent = nullptr);

    const std::shared_ptr<const LoadedData> &data() const { return m_now->data; }
    bool hasData() const { return m_now->data != nullptr; }
    /// Data of the current comparison, before the transform of Y.
    const std::shared_ptr<const LoadedData> &originalData() const { return m_now->read; }
    /// True if Y in data() has the transform of the setup.
    bool isTransformed() const { return m_now->transformed == setup().transform; }
    /// Opens one comparison and closes all others.
    void setData(std::shared_ptr<const LoadedData> data, const Setup &setup = {}, std::vector<io::RunRecord> runs = {});
    /// Opens the comparisons of a session and closes all others.
    void setPairs(std::vector<OpenComparison> pairs, int current);
    int pairs() const { return hasData() ? static_cast<int>(m_pairs.size()) : 0; }
    const OpenComparison &pair(int index) const { return *m_pairs[static_cast<std::size_t>(index)]; }
    const OpenComparison &pair() const { return *m_now; }
    int currentPair() const { return pairOf(data().get()); } ///< index of the current comparison; −1 without data
    int pairOf(const LoadedData *data) const;                ///< index of the comparison of these spaces; −1: none

    void addPair(std::shared_ptr<const LoadedData> data, const Setup &setup);
    void choosePair(int index);
    void removePair(int index); ///< closes a comparison, which cannot be undone; ignored for the only comparison
    const Setup &setup() const { return m_now->setup; }
    /// Changes the setup as an undo step, unless `edit` has no effect. Consecutive steps with the same `merge` ≥ 0 are
    /// merged (e.g. while a spin box is held down). A change of anchors, pre-processing or transform deselects the run,
    /// which was made with another setup; a change of seeds only if fewer than half of the run's seeds remain. A change
    /// that restores the setup of the run chooses it again.
    void change(const QString &name, const std::function<void(Setup &)> &edit, int merge = -1);
    QUndoStack *history() const { return m_now->history.get(); }

    /// Undo histories of all comparisons; the current one's is active.
    QUndoGroup &histories() { return m_histories; }
    /// True while a step is applied, undone or redone; pushing another step is then forbidden.
    bool isApplying() const { return m_applying; }

    const ViewState &view() const { return m_now->view; }
    void setView(const ViewState &view); ///< changes the view without an undo step

    /// Changes the view as an undo step. Consecutive steps of one name are merged, and removed if they cancel out.
    void changeView(const QString &name, const std::function<void(ViewState &)> &edit);

    /// Stores the rotation that keeps the relative plots close to the previous ones. Emits no signal.
    void setRelativeRotation(Matrix turn) { m_now->relativeRotation = std::move(turn); }

    enum class SeedProblem { None, XTaken, YTaken };
    SeedProblem checkSeed(const SeedPair &pair) const;
    int seedOf(Side side, ItemIndex item) const; ///< index of the seed with this item; −1: none

    const PreparedPair &prepared() const { return m_prepared; }
    /// Sets the pre-processed spaces. `data`: the data with Y transformed; null if Y has no transform.
    void setPrepared(PreparedPair prepared, std::shared_ptr<const LoadedData> data = {});

    const std::vector<io::RunRecord> &runs() const { return m_now->runs; }
    const io::RunRecord *chosenRun() const { return m_now->chosenRun(); }
    /// Adds a run and chooses it in an undo step. Returns its id; `added` receives the id before any signal is emitted.
    io::RunId addRun(io::RunRecord run, const std::function<void(io::RunId)> &added = {});
    /// Adds a run that continues the chosen one; adds it to the last undo step if this step changed the known pairs.
    io::RunId addContinued(io::RunRecord run, const std::function<void(io::RunId)> &added);
    /// Number of known pairs that were added, removed or moved since the chosen run was made; 0 without a run.
    Index pairsOlder() const { return m_now->pairsOlder(m_now->setup); }
    /// Index of the comparison with this run; −1 if the run is unknown.
    int pairOf(io::RunId run) const;
    void setVerdict(io::RunId run, Verdict verdict);
    void chooseRun(io::RunId run);                          ///< chooses a run and restores its setup
    void renameRun(io::RunId run, const std::string &name); ///< renames a run; the name must be unique
    void removeRun(io::RunId run);                          ///< removes a run, which cannot be undone

    Result<AnchorSet> anchors() const;
    /// Anchors that runProtocol() would draw: the seeds and random items. Error: too few items, more seeds than
    /// anchors.
    Result<AnchorSet> nextAnchors() const;
    /// Anchors known in both spaces: those of the chosen run; without a run, the seeds.
    AnchorSet knownAnchors() const;

    const RetrievalResult &retrieval() const { return m_now->retrieval; }
    void setRetrieval(RetrievalResult result);
    /// Scores that are listed and colour the points: scores of the method passed to showScores(); without it, of the
    /// run's anchors; without a run, of the seeds. Null: no scores are up to date.
    const RetrievalRow *shownScores() const;
    void showScores(const std::string &method);
    const BatchResult &batch() const { return m_now->batch; }
    void setBatch(BatchResult result);
    const HealthResult &health() const { return m_now->health; }
    void setHealth(HealthResult result);
    bool isHealthCurrent() const { return m_now->isHealthCurrent(); }
    /// Indices of seeds that disagree with the others; unused if runChecksSeeds().
    const std::vector<Index> &suspects() const { return m_suspects; }
    void setSuspects(std::vector<Index> suspects);
    bool runChecksSeeds() const; ///< true if the chosen run has checked which seeds are suspect

    /// True if a seed is suspect: by the chosen run if runChecksSeeds(), otherwise by suspects().
    bool isSuspect(Index seed) const;
    const StitchingResult &stitching() const { return m_now->stitching; }
    void setStitching(StitchingResult result);
    /// Wrong matches of the chosen run; null without a run or before they are computed.
    const Mistakes *mistakes() const { return m_mistakes.get(); }
    void setMistakes(std::shared_ptr<const Mistakes> mistakes);
    Provenance provenance(Scoring scoring) const { return m_now->provenance(m_now->setup, scoring); }
    bool isRetrievalCurrent() const;
    bool isBatchCurrent() const { return m_now->isBatchCurrent(); }
    bool isStitchingCurrent() const;

    /// Partner for display: true partner or, if unknown, partner in a seed, otherwise match in the chosen run, or
    /// noItem.
    ItemIndex partner(Side side, ItemIndex item) const;

    bool isModified() const { return m_revision != m_savedRevision; }
    /// Counts a change worth saving; if not `modified`, marks all changes so far as saved.
    void setModified(bool modified);
    /// Number of changes worth saving. A save passes the number at its start to markSaved(): later changes still count.
    quint64 revision() const { return m_revision; }
    void markSaved(quint64 revision);

Q_SIGNALS:
    /// Reports that items will be replaced. Receivers drop stored items and plots without emitting signals, so that
    /// receivers of dataChanged() find no stale items.
    void itemsReplaced();
    void dataChanged();     ///< reports that another comparison has become current
    void comparisonShown(); ///< reports, as the last signal of this change, that all models have its rows
    void workReplaced();    ///< reports that all comparisons and runs have been replaced
    void pairsChanged();
    void setupChanged(anchorscope::gui::SetupChanges changes);
    void viewChanged(const anchorscope::gui::ViewState &before);
    void preparedChanged();
    void runsChanged();
    void runEdited(anchorscope::io::RunId run); ///< reports that a run was renamed or removed
    void verdictReady(anchorscope::io::RunId run);
    void runAged(); ///< reports that the known pairs changed, but not enough to deselect the chosen run
    void runDeselected(anchorscope::io::RunId run); ///< reports that a change of the setup deselected a run
    void retrievalChanged();
    void shownScoresChanged();
    void batchChanged();
    void healthChanged();
    void suspectsChanged();
    void stitchingChanged();
    void mistakesChanged();
    void modifiedChanged(bool modified);
    /// Reports every change worth saving; modifiedChanged() only the first after a save.
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
    void keepSuspects(const std::vector<SeedPair> &before, const std::vector<SeedPair> &now);
    OpenComparison &append(OpenComparison pair);
    void show(OpenComparison &pair, const ViewState &before);

    QUndoGroup m_histories;
    /// Open comparisons; one without data if no data are open.
    std::vector<std::unique_ptr<OpenComparison>> m_pairs;
    OpenComparison *m_now;
    PreparedPair m_prepared;
    // Match of each item of X in the chosen run: the inverse of its correspondence.
    std::vector<ItemIndex> m_runMatchOfX;
    std::string m_shownScores;             ///< method that was last passed to showScores()
    io::RunId m_lastRun = io::RunId::none; ///< id of the newest run; ids are never reused
    int m_pairStep = 1 << 10;              ///< id, for merging, of the last undo step that changed known pairs
    mutable std::optional<bool> m_retrievalCurrent;
    std::vector<Index> m_suspects;
    std::shared_ptr<const Mistakes> m_mistakes;
    quint64 m_revision = 0, m_savedRevision = 0;
    bool m_applying = false;
};

} // namespace anchorscope::gui
