// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Measures how well the known anchors span both spaces, in the background.
class HealthController : public QObject
{
    Q_OBJECT

public:
    HealthController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    QString obstacle() const;
    void measure();
    bool measuring() const { return m_job.running(); }

Q_SIGNALS:
    void stateChanged();
    void failed(const QString &sentence);

private:
    Workspace &m_workspace;
    JobSlot m_job;
};

} // namespace anchorscope::gui
