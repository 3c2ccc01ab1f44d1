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
    /// Measures the anchors again when the spaces are prepared, without marking the session as modified. For results
    /// that a session contained.
    void measureAgain();
    bool measuring() const { return m_job.running(); }

Q_SIGNALS:
    void stateChanged();
    void failed(const QString &sentence);

private:
    void start(bool isNew);

    Workspace &m_workspace;
    JobSlot m_job;
    bool m_awaited = false; ///< true while a measurement waits for prepared spaces
};

} // namespace anchorscope::gui
