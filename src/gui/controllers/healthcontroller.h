// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
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
    /// As soon as the spaces are prepared; nothing that a session does not have yet.
    void measureAgain();
    bool measuring() const { return m_job.running(); }

Q_SIGNALS:
    void stateChanged();
    void failed(const QString &sentence);

private:
    void start(bool isNew);

    Workspace &m_workspace;
    JobSlot m_job;
    bool m_awaited = false; ///< to be measured when the spaces are prepared
};

} // namespace anchorscope::gui
