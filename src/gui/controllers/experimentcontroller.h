// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/experiments/outcome.h"
#include "gui/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Runs the experiments of the window in the background, one at a time, and keeps the last outcome of each kind.
class ExperimentController : public QObject
{
    Q_OBJECT

public:
    ExperimentController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// Why an experiment cannot be run now, or an empty string.
    QString obstacle(const ExperimentKind &kind) const;
    void start(const ExperimentKind &kind, int repeats);
    void cancel();
    bool running() const { return m_slot.running(); }
    /// The last outcome of a kind on these data, or null.
    std::shared_ptr<const ExperimentOutcome> outcome(const ExperimentKind &kind) const;

Q_SIGNALS:
    void stateChanged();
    void failed(const QString &sentence);

private:
    Workspace &m_workspace;
    JobSlot m_slot;
    std::vector<std::shared_ptr<const ExperimentOutcome>> m_outcomes; ///< one for each kind
};

} // namespace anchorscope::gui
