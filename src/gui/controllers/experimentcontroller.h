// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/experiments/experiments.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Runs the experiments of the window in the background, one at a time, and keeps the last outcome of each.
class ExperimentController : public QObject
{
    Q_OBJECT

public:
    ExperimentController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);
    ~ExperimentController() override { drop(); }

    /// Why an experiment cannot be run now, or an empty string.
    QString obstacle(const Experiment &experiment) const;
    /// Goes on from what was measured before where canContinue() says so, else begins anew.
    void start(const Experiment &experiment, int repeats);
    /// Whether an outcome measured with the same choices lacks repeats or was interrupted.
    bool canContinue(const Experiment &experiment, int repeats) const;
    /// What was measured last is whole and was measured with the same choices.
    bool isMeasured(const Experiment &experiment, int repeats) const;
    /// Ends the run; the repeats that are done stay as its outcome.
    void stop();
    bool running() const { return m_slot.running(); }
    const Experiment *runningExperiment() const { return running() ? m_experiment : nullptr; }
    /// Its last outcome on these data, or null; it grows while the experiment runs.
    std::shared_ptr<const ExperimentOutcome> outcome(const Experiment &experiment) const;

Q_SIGNALS:
    void stateChanged();
    void failed(const QString &sentence);

private:
    /// What an outcome was measured with.
    struct Origin
    {
        const Experiment *experiment = nullptr;
        Setup setup;
        int repeats = 0; ///< that were asked for
        QString provenance;
    };
    struct Kept
    {
        std::shared_ptr<const ExperimentOutcome> outcome;
        Setup setup;
    };
    void drop();
    void keep(ExperimentOutcome outcome, const Origin &origin);

    Workspace &m_workspace;
    JobSlot m_slot;
    const Experiment *m_experiment = nullptr; ///< started last
    std::shared_ptr<Mailbox> m_partly;        ///< of the running job
    std::vector<Kept> m_kept;                 ///< one for each of experiments()
};

} // namespace anchorscope::gui
