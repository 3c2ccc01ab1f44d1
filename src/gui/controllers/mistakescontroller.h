// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Finds where the chosen run is wrong, in the background, as soon as it is chosen: nothing else is measured for it.
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
