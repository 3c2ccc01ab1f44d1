// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

#include <map>

namespace anchorscope::gui {

/// Finds the wrong matches of a run in the background as soon as the user chooses the run.
class MistakesController : public QObject
{
    Q_OBJECT

public:
    MistakesController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    bool finding() const { return m_job.running(); }

Q_SIGNALS:
    void stateChanged();

private:
    void find(bool keeps);

    Workspace &m_workspace;
    JobSlot m_job;
    std::map<io::RunId, std::shared_ptr<const Mistakes>> m_found; ///< mistakes of the runs of the current spaces
};

} // namespace anchorscope::gui
