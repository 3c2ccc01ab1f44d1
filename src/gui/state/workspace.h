// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/mistakes.h"
#include "gui/state/opencomparison.h"

#include <QObject>
#include <QUndoGroup>

namespace anchorscope::gui {

/// State of the window: the open comparisons, each with its spaces, setup, history and results, of which one is
/// current. Views read it and follow its signals; controllers store results in it. It computes nothing.
class Workspace : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(QObject *parent = nullptr);

    const std::shared_ptr<const LoadedData> &data() const { return m_now->data; }
    bool hasData() const { return m_now->data != nullptr; }
    /// Data of the current comparison without the transform of Y.
    const std::shared_ptr<const LoadedData> &originalData() const { return m_now->read; }
    /// True if data() has the transform of the setup.
    bool isTransformed() const { return m_now->transformed == setup().transform; }
    /// Opens one comparison and closes all others, with their runs, results and history.
    void setData(std::shared_ptr<const LoadedData> data, const Setup &setup = {}, std::vector<io::RunRecord> runs = {});
    /// Opens the comparisons of a whole session, like setData() for one.
    void setPairs(std::vector<OpenComparison> pairs, int current);
    /// Number of open comparisons.
    int pairs() const { return hasData() ? static_cast<int>(m_pairs.size()) : 0; }
    const OpenComparison &pair(int index) const { return *m_pairs[static_cast<std::size_t>(index)]; }
    const OpenComparison &pair() const { return *m_now; }    ///< the comparison that is current
    int currentPair() const { return pairOf(data().get()); } ///< index of the current comparison; −1: there is none
    int pairOf(const LoadedData *data) const; ///< index of the comparison with these data; −1: not open
    /// Adds a comparison and switches to it. The others keep their runs, results and history.
    void addPair(std::shared_ptr<const LoadedData> data, const Setup &setup);
    void choosePair(int index);
    void removePair(int index); ///< closes a comparison, which cannot be undone; does nothing for the last one
    const Setup &setup() const { return m_now->setup; }
    /// Changes the setup as a named, undoable step, unless the edit has no effect. Consecutive steps of the same
    /// `merge` ≥ 0 are merged (a spin box held down). A change of anchors, pre-processing or transform deselects the
    /// chosen run, because it was made with another setup; so does a change of seeds, unless at least half of the run's
    /// seeds remain: the run is then some pairs older (pairsOlder()).
    void change(const QString &name, const std::function<void(Setup &)> &edit, int merge = -1);
    QUndoStack *history() const { return m_now->history.get(); } ///< history of the current comparison
    /// Histories of all comparisons; history() is the active one.
    QUndoGroup &histories() { return m_histories; }
    bool isApplying() const { return m_applying; } ///< true while a step is being done or undone: do not push another

    const ViewState &view() const { return m_now->view; }
    void setView(const ViewState &view); ///< changes the view without a step in the history
    /// Changes the view as a named, undoable step. Consecutive steps of the same name are merged, and dropped if they
    /// cancel out.
    void changeView(const QString &name, const std::function<void(ViewState &)> &edit);

    /// Stores the current rotation of the relative panels' axes. Emits no signal.
    void setRelativeRotation(Matrix turn) { m_now->relativeRotation = std::move(turn); }

    enum class SeedProblem { None, XTaken, YTaken };
    SeedProblem checkSeed(const SeedPair &pair) const;
    int seedOf(Side side, ItemIndex item) const; ///< position of an item among the seeds, or −1

    /// Both spaces after pre-processing; null until they are prepared.
    const PreparedPair &prepared() const { return m_prepared; }
    /// Sets the prepared spaces. With null `data`, they are those read from the files.
    void setPrepared(PreparedPair prepared, std::shared_ptr<const LoadedData> data = {});

    const std::vector<io::RunRecord> &runs() const { return m_now->runs; }
    const io::RunRecord *chosenRun() const { return m_now->chosenRun(); }
    /// Adds a run, and chooses it as an undoable step. Returns the new id of the run. `added` is called before any
    /// signal.
    io::RunId addRun(io::RunRecord run, const std::function<void(io::RunId)> &added = {});
    /// Adds a run that continues the chosen one, undone together with the change of the pairs if that is the last step.
    io::RunId addContinued(io::RunRecord run, const std::function<void(io::RunId)> &added);
    /// Number of known pairs that differ from those of the chosen run; 0 without a run.
    Index pairsOlder() const { return m_now->pairsOlder(m_now->setup); }
    /// Index of the comparison that a run belongs to; −1: unknown run.
    int pairOf(io::RunId run) const;
    void setVerdict(io::RunId run, Verdict verdict);        ///< stores the verdict of a run of any comparison
    void chooseRun(io::RunId run);                          ///< chooses a run, restores its setup and shows its anchors
    void renameRun(io::RunId run, const std::string &name); ///< renames a run; the name must be unique
    void removeRun(io::RunId run);                          ///< removes a run, which cannot be undone

    /// Anchors of the chosen run, or nextAnchors() without one.
    Result<AnchorSet> anchors() const;
    /// Anchors that runProtocol() would draw with the current setup: the seeds, completed at random. Error for
    /// too few items or more seeds than anchors.
    Result<AnchorSet> nextAnchors() const;
    /// Anchors that are known in both spaces: those of the chosen run; without one only the seeds.
    AnchorSet knownAnchors() const;

    const RetrievalResult &retrieval() const { return m_now->retrieval; }
    void setRetrieval(RetrievalResult result);
    /// Row of scores whose values per item are listed and colour the points: the one chosen by showScores(), otherwise
    /// that of the found anchors, otherwise that of the seeds. Null if none is up to date.
    const RetrievalRow *shownScores() const;
    void showScores(const std::string &method);
    const BatchResult &batch() const { return m_now->batch; }
    void setBatch(BatchResult result);
    const HealthResult &health() const { return m_now->health; }
    void setHealth(HealthResult result);
    bool isHealthCurrent() const { return m_now->isHealthCurrent(); }
    /// Positions of seeds that disagree with the other seeds.
    const std::vector<Index> &suspects() const { return m_suspects; }
    void setSuspects(std::vector<Index> suspects);
    bool runChecksSeeds() const;      ///< true if the chosen run's check of the seeds replaces suspects()
    bool isSuspect(Index seed) const; ///< true if a seed is suspect according to the chosen run or suspects()
    const StitchingResult &stitching() const { return m_now->stitching; }
    void setStitching(StitchingResult result);
    /// Wrong matches of the chosen run; null: no run, or not computed yet.
    const Mistakes *mistakes() const { return m_mistakes.get(); }
    void setMistakes(std::shared_ptr<const Mistakes> mistakes);
    /// Provenance of a result that is measured with the current setup.
    Provenance provenance(Scoring scoring) const { return m_now->provenance(m_now->setup, scoring); }
    bool isRetrievalCurrent() const;
    bool isBatchCurrent() const { return m_now->isBatchCurrent(); }
    bool isStitchingCurrent() const;

    /// Partner of an item for display: the true one; if the pairing is unknown, its partner in a seed, otherwise its
    /// match in the chosen run, otherwise noItem.
    ItemIndex partner(Side side, ItemIndex item) const;

    /// True if the work has changed since it was saved.
    bool isModified() const { return m_revision != m_savedRevision; }
    /// True: counts a change worth saving. False: marks the current revision as saved.
    void setModified(bool modified);
    /// Number of changes worth saving. Code that saves passes the revision it wrote to markSaved(), as further changes
    /// may follow while it writes.
    quint64 revision() const { return m_revision; }
    void markSaved(quint64 revision);

Q_SIGNALS:
    /// Reports that the items are replaced. Receivers that hold items or plots of them must drop these without emitting
    /// signals, so that receivers of dataChanged() meet no stale items.
    void itemsReplaced();
    void dataChanged();  ///< reports that another comparison is current
    void workReplaced(); ///< reports that all comparisons and runs are replaced
    void pairsChanged();
    void setupChanged(anchorscope::gui::SetupChanges changes);
    void viewChanged(const anchorscope::gui::ViewState &before);
    void preparedChanged();
    void runsChanged();
    void runEdited(anchorscope::io::RunId run); ///< reports that a run was renamed or removed
    void verdictReady(anchorscope::io::RunId run);
    void runAged();                                 ///< an edit of the pairs made the chosen run older than them
    void runDeselected(anchorscope::io::RunId run); ///< reports that a run was deselected because the setup was changed
    void retrievalChanged();
    void shownScoresChanged();
    void batchChanged();
    void healthChanged();
    void suspectsChanged();
    void stitchingChanged();
    void mistakesChanged();
    void modifiedChanged(bool modified);
    void revisionChanged(); ///< reports each change worth saving, not only the first after a save

private:
    friend class SetupCommand;
    void apply(const Setup &requested);
    bool ages(const Setup &after) const;
    io::RunId nextRunId();
    io::RunId append(io::RunRecord run, const std::function<void(io::RunId)> &added);
    void storeRunMatches();
    template <class R> void keep(std::vector<R> &measured, R result);
    void restoreScores();
    /// Keeps the marks of suspects with their pairs when these move, and drops the marks of removed pairs.
    void keepSuspects(const std::vector<SeedPair> &before, const std::vector<SeedPair> &now);
    OpenComparison &append(OpenComparison pair);
    void show(OpenComparison &pair, const ViewState &before);

    QUndoGroup m_histories;
    std::vector<std::unique_ptr<OpenComparison>> m_pairs; ///< open comparisons; a single one without data if nothing is
                                                          ///< open
    OpenComparison *m_now;                                ///< current comparison, an element of m_pairs
    PreparedPair m_prepared;
    std::vector<ItemIndex> m_runMatchOfX;  // match of each item of X: the inverse of the chosen run's correspondence
    std::string m_shownScores;             ///< method that was passed to showScores()
    io::RunId m_lastRun = io::RunId::none; ///< id of the last added run; ids are never reused
    int m_pairStep = 1 << 10;              ///< merge number of the last change of the pairs of a run
    mutable std::optional<bool> m_retrievalCurrent;
    std::vector<Index> m_suspects;
    std::shared_ptr<const Mistakes> m_mistakes;
    quint64 m_revision = 0, m_savedRevision = 0;
    bool m_applying = false;
};

} // namespace anchorscope::gui
