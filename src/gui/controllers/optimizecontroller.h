// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "gui/controllers/projectioncontroller.h"
#include "gui/state/recording.h"
#include "jobs/snapshots.h"

#include <QElapsedTimer>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>

namespace anchorscope::gui {

/// Runs the optimizer in the background, shows its iterations, and adds the result to the workspace as a run.
class OptimizeController : public QObject
{
    Q_OBJECT

public:
    OptimizeController(Workspace &workspace, ProjectionController &projections, Runner &runner,
                       QObject *parent = nullptr);
    ~OptimizeController() override;

    /// `Stopping`: all items are being matched by the best anchors found, after stop().
    enum class State { Idle, Running, Paused, Stopping };
    State state() const { return m_state; }

    QString obstacle() const;
    void start();
    /// Continues the chosen run, which must be of the canonical path, in the background with the current seed pairs.
    void continueRun();
    bool canContinue() const;
    bool isContinuing() const { return m_continuing.running(); }
    /// Run from which `run` was continued in this session; RunId::none if `run` is not a continuation.
    io::RunId continuedFrom(io::RunId run) const;
    /// Record of the run that start() would begin, without a result; an error if this run would have no anchors.
    Result<io::RunRecord> planned() const;
    void pauseOrResume();
    /// Ends the run early; its result is the iteration with the lowest loss.
    void stop();
    void cancel();

    qsizetype validating() const;
    bool isValidating(io::RunId run) const;

    /// Statistics of the iterations of the run in progress; without one, of the chosen run.
    const std::vector<IterationStats> &history() const;
    /// Recording of the iterations of a run; null if the run has none.
    std::shared_ptr<const Recording> recordingOf(io::RunId run) const;
    void keepRecording(io::RunId run, std::shared_ptr<const Recording> recording);
    /// Duration of the run in progress in seconds, excluding pauses.
    double secondsElapsed() const;
    /// Estimated remaining time of the run in progress in seconds; nullopt: no estimate, or the run takes longer.
    std::optional<double> secondsLeft() const;

    /// Columns that the items of both spaces have and that can be hints.
    const std::vector<ReadHint> &hintColumns();
    /// Measures in the background how useful each of hintColumns() is as a hint, unless it is already measuring.
    void tryHints();
    bool tryingHints() const { return m_hintJob.running(); }
    /// Results of tryHints() for the open spaces and the current known pairs; empty: not measured.
    const std::vector<HintSuggestion> &hintSuggestions() const { return m_hintOffers; }

Q_SIGNALS:
    void stateChanged();
    void hintsTried();
    /// Reports new iterations, at most 10 times a second, or that the computation of a verdict has started or ended.
    void progressed();
    /// Reports that the computation of a verdict has ended, with a verdict or without one.
    void validationEnded();
    /// Reports several times a second during a run that secondsElapsed() and secondsLeft() have changed.
    void timePassed();
    /// Reports that a run has ended or could not start; `sentence` gives the reason.
    void ended(const QString &sentence, bool good);
    /// Reports that a run has a result. Emitted for the same run again when its verdict is known.
    void answered(anchorscope::io::RunId run);

private:
    struct Outcome
    {
        io::RunRecord record;
        std::shared_ptr<const Recording> recording;
        // Inputs of the run, kept because the user may open other spaces or change the pre-processing before it ends.
        PreparedPair spaces;
        std::shared_ptr<const LoadedData> data;
        ProtocolOptions protocol;
        std::shared_ptr<const SpanReduction> spans = {}; ///< spans of `spaces`; null: the verdict computes them
    };
    struct Live
    {
        std::vector<IterationStats> history;
        PanelPlot x, y;
    };
    struct Validation
    {
        Validation(io::RunId judged, Runner &runner) : run(judged), slot(runner) {}
        const io::RunId run;
        JobSlot slot;
    };
    class Observer;

    Runner::Work<Outcome> work(io::RunRecord record, ProtocolOptions protocol,
                               std::shared_ptr<const OptimizeSummary> earlier) const;
    void take(Live live);
    void finish(Result<Outcome> outcome);
    void finishContinued(io::RunId from, Result<Outcome> outcome);
    void validateAgain();
    bool canEstimate() const;
    void estimate(double secondsInAll);
    void validate(const io::RunRecord &record, const Outcome &outcome);
    void forgetHints();
    void takeVerdict(io::RunId run, Verdict verdict);
    void forgetGoneRuns();
    void finishWithout(const QString &sentence, bool good);
    void backToIdle();
    void notifyFinished(const QString &sentence, bool good);
    void setState(State state);
    void closeSnapshots();
    std::string newName() const;

    Workspace &m_workspace;
    ProjectionController &m_projections;
    Runner &m_runner;
    JobSlot m_job, m_continuing;
    std::map<io::RunId, io::RunId> m_continuedFrom;
    std::vector<std::unique_ptr<Validation>> m_validations;
    std::shared_ptr<Snapshots<Live>> m_snapshots;
    std::vector<IterationStats> m_history;
    std::map<io::RunId, std::shared_ptr<const Recording>> m_recordings;
    JobSlot m_hintJob;
    std::shared_ptr<const LoadedData> m_hintData; ///< data that m_hintColumns were read from
    std::vector<ReadHint> m_hintColumns;
    std::vector<HintSuggestion> m_hintOffers;
    State m_state = State::Idle;
    QTimer m_ticks;             // timer of timePassed(), active while a run is computed
    QElapsedTimer m_clock;      // time since the run started or was last resumed
    double m_secondsBefore = 0; // running time before the last pause, in seconds
    double m_share = 0;         // completed share of the run, in [0, 1]
    double m_secondsInAll = 0;  // estimated duration of the whole run, in seconds
    bool m_slowing = false;     // true if the estimated duration has risen
};

} // namespace anchorscope::gui
