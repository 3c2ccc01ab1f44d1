// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Finds the mistakes of a run in the background when it is chosen, without any other measurement.
class MistakesController : public QObject
{
    Q_OBJECT

public:
    MistakesController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    bool finding() const { return m_job.running(); }

Q_SIGNALS:
    void stateChanged();

private:
    void find();

    Workspace &m_workspace;
    JobSlot m_job;
};

} // namespace anchorscope::gui
