// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/experiments/experiments.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

#include <map>

namespace anchorscope::gui {

/// Runs the experiments of the window in the background, one at a time, and stores the last outcome of each experiment
/// for each open comparison. An experiment continues while another comparison is shown.
class ExperimentController : public QObject
{
    Q_OBJECT

public:
    ExperimentController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);
    ~ExperimentController() override { drop(); }

    QString obstacle(const Experiment &experiment) const;
    /// Starts an experiment. If canContinue(), keeps the measured repeats and adds more; otherwise measures all again.
    void start(const Experiment &experiment, int repeats);
    /// True if the last outcome is from the current setup, but interrupted or with fewer than `repeats` repeats.
    bool canContinue(const Experiment &experiment, int repeats) const;
    /// True if the last outcome is complete and from the current setup.
    bool isMeasured(const Experiment &experiment, int repeats) const;
    /// Stops the running experiment; its outcome contains the completed repeats.
    void stop();
    bool running() const { return m_slot.running(); }
    const Experiment *runningExperiment() const { return running() ? m_experiment : nullptr; }
    /// True if the experiment is running on the current comparison.
    bool isRunningHere(const Experiment &experiment) const;
    /// True if an experiment is running on another comparison.
    bool isRunningElsewhere() const { return running() && m_comparison != &m_workspace.pair(); }
    /// Name of the comparison that the running experiment measures, such as "fasttext ↔ word2vec".
    QString runningComparison() const { return running() ? m_comparison->name() : QString(); }
    /// Last outcome of an experiment on the current comparison, even while it is incomplete; null: none.
    std::shared_ptr<const ExperimentOutcome> outcome(const Experiment &experiment) const;
    /// Number of stored outcomes of all comparisons.
    Index outcomes() const;

Q_SIGNALS:
    void stateChanged();
    void failed(const QString &sentence);

private:
    struct Origin
    {
        const Experiment *experiment = nullptr;
        const OpenComparison *comparison = nullptr;
        Setup setup;
        int repeats = 0; ///< number of repeats that the user requested
        QString provenance;
    };
    struct Kept
    {
        std::shared_ptr<const ExperimentOutcome> outcome;
        Setup setup;
    };
    void drop();
    void dropClosed();
    void keep(ExperimentOutcome outcome, const Origin &origin);
    const Kept *kept(const Experiment &experiment) const;

    Workspace &m_workspace;
    JobSlot m_slot;
    const Experiment *m_experiment = nullptr;
    const OpenComparison *m_comparison = nullptr; ///< comparison that the running experiment measures
    std::shared_ptr<Mailbox> m_partly;
    /// Last outcome of each experiment, in the order of experiments(), for each open comparison with outcomes.
    std::map<const OpenComparison *, std::vector<Kept>> m_kept;
};

} // namespace anchorscope::gui
