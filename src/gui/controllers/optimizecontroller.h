// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocolhints.h"
#include "gui/controllers/projectioncontroller.h"
#include "gui/state/recording.h"
#include "jobs/snapshots.h"

#include <QElapsedTimer>

#include <map>
#include <memory>
#include <optional>

namespace anchorscope::gui {

/// Runs the optimizer of the setup, shows its iterations, and puts the outcome into the workspace.
class OptimizeController : public QObject
{
    Q_OBJECT

public:
    OptimizeController(Workspace &workspace, ProjectionController &projections, Runner &runner,
                       QObject *parent = nullptr);
    ~OptimizeController() override;

    enum class State { Idle, Running, Paused };
    State state() const { return m_state; }

    /// Reason why a run cannot start now, or an empty string.
    QString obstacle() const;
    void start();
    /// Continues the chosen run in the background with the present pairs; only a run of the canonical path can be.
    void continueRun();
    bool canContinue() const;
    bool isContinuing() const { return m_continuing.running(); }
    /// Run that `run` continued in this session; RunId::none if it began from nothing.
    io::RunId continuedFrom(io::RunId run) const;
    /// Record of the run that start() would begin, without a result. Without anchors, the error is the reason for this.
    Result<io::RunRecord> planned() const;
    void pauseOrResume();
    /// Ends the run and keeps the iterate of lowest loss.
    void stop();
    /// Ends the run and discards it.
    void cancel();

    /// Number of runs that wait for their verdict.
    qsizetype validating() const;
    bool isValidating(io::RunId run) const;

    /// Iterations of the run in progress, otherwise of the chosen run.
    const std::vector<IterationStats> &history() const;
    /// Recording of a run's iterations, or null.
    std::shared_ptr<const Recording> recordingOf(io::RunId run) const;
    /// Adds the recording of a run that was read from a session.
    void keepRecording(io::RunId run, std::shared_ptr<const Recording> recording);
    /// Duration of the run in progress, without pauses.
    double secondsElapsed() const;
    /// Remaining time of the run in progress at the current speed; nullopt while too little is done for an estimate.
    std::optional<double> secondsLeft() const;

    /// Columns that the open spaces have in common.
    const std::vector<ReadHint> &hintColumns();
    /// Measures in the background how useful each of hintColumns() would be as a hint. Has no effect while it is
    /// measuring.
    void tryHints();
    bool tryingHints() const { return m_hintJob.running(); }
    /// Results of tryHints() for the current spaces and known pairs; otherwise empty.
    const std::vector<HintSuggestion> &hintSuggestions() const { return m_hintOffers; }

Q_SIGNALS:
    void stateChanged();
    void hintsTried();
    /// Reports new iterations, at most 10 times a second.
    void progressed();
    /// Reports that a run has ended or did not start; `sentence` contains the reason.
    void ended(const QString &sentence, bool good);
    /// Reports that a run has a result, and again when it has a verdict.
    void answered(anchorscope::io::RunId run);

private:
    struct Outcome
    {
        io::RunRecord record;
        std::shared_ptr<const Recording> recording;
        // Inputs of the run. They are stored because other spaces may be open, or not yet prepared, when the run ends.
        PreparedPair spaces;
        std::shared_ptr<const LoadedData> data;
        ProtocolOptions protocol;
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
    std::map<io::RunId, io::RunId> m_continuedFrom;         ///< runs that continued another one, with that one
    std::vector<std::unique_ptr<Validation>> m_validations; ///< verdicts in progress, one per run that waits for its
                                                            ///< verdict
    std::shared_ptr<Snapshots<Live>> m_snapshots;
    std::vector<IterationStats> m_history;
    std::map<io::RunId, std::shared_ptr<const Recording>> m_recordings;
    JobSlot m_hintJob;
    std::shared_ptr<const LoadedData> m_hintData; ///< data that m_hintColumns were read from
    std::vector<ReadHint> m_hintColumns;
    std::vector<HintSuggestion> m_hintOffers;
    State m_state = State::Idle;
    QElapsedTimer m_clock;      // time since the start or the last resume
    double m_secondsBefore = 0; // time until the last pause
    double m_share = 0;         // completed share of the run
    double m_secondsInAll = 0;  // estimated duration at the current speed
    bool m_slowing = false;     // the estimate rose
};

} // namespace anchorscope::gui
