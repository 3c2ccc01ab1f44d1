// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/mistakes.h"
#include "gui/state/pairwork.h"

#include <QObject>
#include <QUndoGroup>

namespace anchorscope::gui {

/// What the window is about: the two spaces, the user's setup with its history, and what was computed from them; other
/// pairs of spaces wait as they were left. Views read it and listen; controllers put results in. It computes nothing.
class Workspace : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(QObject *parent = nullptr);

    const std::shared_ptr<const LoadedData> &data() const { return m_now->data; }
    bool hasData() const { return m_now->data != nullptr; }
    const std::shared_ptr<const LoadedData> &dataAsRead() const { return m_now->read; } ///< Y before the transform
    bool isTransformed() const { return m_now->transformed == setup().transform; }      ///< data() is as the setup says
    /// Other work: all pairs of spaces that were open are gone, with their runs, results and history.
    void setData(std::shared_ptr<const LoadedData> data, const Setup &setup = {}, std::vector<io::RunRecord> runs = {});
    void setPairs(std::vector<PairWork> pairs, int current); ///< the same, as they were saved
    /// The pairs of spaces that are open, in their order.
    int pairs() const { return hasData() ? static_cast<int>(m_pairs.size()) : 0; }
    const PairWork &pair(int index) const { return *m_pairs[static_cast<std::size_t>(index)]; }
    const PairWork &pair() const { return *m_now; }          ///< that is looked at
    int currentPair() const { return pairOf(data().get()); } ///< −1: none
    int pairOf(const LoadedData *data) const;                ///< −1: it is not open
    /// Adds a pair of spaces and goes to it. The pair before waits with its runs, results and history.
    void addPair(std::shared_ptr<const LoadedData> data, const Setup &setup);
    void choosePair(int index);
    void removePair(int index); ///< cannot be undone; one is left at least
    const Setup &setup() const { return m_now->setup; }
    /// Changes the setup in a named, undoable step; nothing happens if the edit leaves it as it was. Steps of the same
    /// `merge` ≥ 0 that follow each other become one (a spin box that is held down). A change of seeds, anchors or
    /// pre-processing lets go of the chosen run, because that run was made for another setup.
    void change(const QString &name, const std::function<void(Setup &)> &edit, int merge = -1);
    QUndoStack *history() const { return m_now->history.get(); } ///< of this pair alone
    QUndoGroup &histories() { return m_histories; }              ///< of which it is the active one
    bool isApplying() const { return m_applying; } ///< a step is being done or undone: nothing may be pushed

    const ViewState &view() const { return m_now->view; }
    void setView(const ViewState &view); ///< how the panels look at it
    /// The same as a named step that can be undone. Steps of one name that follow each other become one, or none where
    /// they end as they began.
    void changeView(const QString &name, const std::function<void(ViewState &)> &edit);

    /// How the axes of the relative panels are turned now: nothing is computed anew, and nobody is told.
    void setRelativeTurn(Matrix turn) { m_now->relativeTurn = std::move(turn); }

    enum class SeedProblem { None, XTaken, YTaken };
    SeedProblem checkSeed(const SeedPair &pair) const;
    int seedOf(Side side, ItemIndex item) const; ///< position among the seeds, or −1

    const PreparedPair &prepared() const { return m_prepared; } ///< null until computed for the pre-processing
    void setPrepared(PreparedPair prepared, std::shared_ptr<const LoadedData> data = {}); ///< null: data as read

    const std::vector<io::RunRecord> &runs() const { return m_now->runs; }
    const io::RunRecord *chosenRun() const { return m_now->chosenRun(); }
    /// Gives a run an id, which is returned, and chooses it, as a step that can be undone. `added` is called before
    /// anybody hears of it.
    io::RunId addRun(io::RunRecord run, const std::function<void(io::RunId)> &added = {});
    int pairOf(io::RunId run) const;                        ///< −1: there is no such run
    void setVerdict(io::RunId run, Verdict verdict);        ///< later than its result, of whatever pair
    void chooseRun(io::RunId run);                          ///< makes the setup that of the run and shows its anchors
    void renameRun(io::RunId run, const std::string &name); ///< a name that no other run has
    void removeRun(io::RunId run);                          ///< cannot be undone

    /// The anchors as the setup says: those of the chosen run, else nextAnchors().
    Result<AnchorSet> anchors() const;
    /// The anchors of a run that starts now, as runProtocol() draws them: the seeds completed at random. An error says
    /// why there are none (too few items, more seeds than anchors).
    Result<AnchorSet> nextAnchors() const;
    /// The anchors that both spaces have: those of the chosen run, else the seeds alone.
    AnchorSet knownAnchors() const;

    const RetrievalResult &retrieval() const { return m_now->retrieval; }
    void setRetrieval(RetrievalResult result);
    /// The measured row whose values per item are listed and colour the points: the one last asked for, else that of
    /// the anchors found, else that of the seeds; null where nothing current was measured.
    const RetrievalRow *shownScores() const;
    void showScores(const std::string &method);
    const BatchResult &batch() const { return m_now->batch; }
    void setBatch(BatchResult result);
    const HealthResult &health() const { return m_now->health; }
    void setHealth(HealthResult result);
    bool isHealthCurrent() const { return m_now->isHealthCurrent(); }
    const std::vector<Index> &suspects() const { return m_suspects; } ///< seeds that disagree with the other seeds
    void setSuspects(std::vector<Index> suspects);
    bool runJudgesSeeds() const;      ///< the chosen one could: then its word counts
    bool isSuspect(Index seed) const; ///< by the latest check, of the chosen run or of the seeds alone
    const StitchingResult &stitching() const { return m_now->stitching; }
    void setStitching(StitchingResult result);
    /// Where the chosen run is wrong; null: there is none, or it is not known yet.
    const Mistakes *mistakes() const { return m_mistakes.get(); }
    void setMistakes(std::shared_ptr<const Mistakes> mistakes);
    /// What a result measured now would be measured with.
    Provenance provenance(Scoring scoring) const { return m_now->provenance(m_now->setup, scoring); }
    bool isRetrievalCurrent() const;
    bool isBatchCurrent() const { return m_now->isBatchCurrent(); }
    bool isStitchingCurrent() const;

    /// The best known partner of an item: the true one, else a seed's, else what the chosen run says, else noItem.
    ItemIndex partner(Side side, ItemIndex item) const;

    /// Something worth saving happened since the last save: there is a revision after the one that was saved.
    bool isModified() const { return m_revision != m_savedRevision; }
    /// True: something worth saving happened now. False: all that there is counts as saved.
    void setModified(bool modified);
    /// Counts what was worth saving. Who saves notes it with what is written, as the work may go on meanwhile.
    quint64 revision() const { return m_revision; }
    void markSaved(quint64 revision);

Q_SIGNALS:
    /// The items of before are gone. Holders of items and of pictures of them forget these and emit nothing yet, so
    /// that every reader of dataChanged finds only items that exist.
    void itemsReplaced();
    void dataChanged();  ///< another pair is looked at
    void workReplaced(); ///< all pairs of spaces and all runs of before are gone
    void pairsChanged();
    void setupChanged(anchorscope::gui::SetupChanges changes);
    void viewChanged(const anchorscope::gui::ViewState &before);
    void preparedChanged();
    void runsChanged();
    void runEdited(anchorscope::io::RunId run); ///< it has another name, or was removed
    void runJudged(anchorscope::io::RunId run);
    void runLeft(anchorscope::io::RunId run); ///< seeds or anchors are others now than those it was made with
    void retrievalChanged();
    void shownScoresChanged();
    void batchChanged();
    void healthChanged();
    void suspectsChanged();
    void stitchingChanged();
    void mistakesChanged();
    void modifiedChanged(bool modified);
    void revised(); ///< something worth saving happened, perhaps not the first since the last save

private:
    friend class SetupCommand;
    void apply(const Setup &wanted);
    io::RunId nextRunId();
    void storeRunMatches();
    template <class R> void keep(std::vector<R> &measured, R result);
    void bringBackScores();
    PairWork &append(PairWork pair);
    void show(PairWork &pair, const ViewState &before);

    QUndoGroup m_histories;
    std::vector<std::unique_ptr<PairWork>> m_pairs; ///< one without data where none is open
    PairWork *m_now;                                ///< one of them
    PreparedPair m_prepared;
    std::vector<ItemIndex> m_runMatchOfX;  // inverse of the chosen run's correspondence
    std::string m_shownScores;             ///< the method last asked for
    io::RunId m_lastRun = io::RunId::none; ///< ids are given once
    mutable std::optional<bool> m_retrievalCurrent;
    std::vector<Index> m_suspects;
    std::shared_ptr<const Mistakes> m_mistakes;
    quint64 m_revision = 0, m_savedRevision = 0;
    bool m_applying = false;
};

} // namespace anchorscope::gui
