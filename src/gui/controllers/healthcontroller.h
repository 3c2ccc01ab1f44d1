// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Measures in the background how well the known anchors span both spaces.
class HealthController : public QObject
{
    Q_OBJECT

public:
    HealthController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    QString obstacle() const;
    void measure();
    /// Measures the anchors of an opened session once its spaces are prepared. Does not mark the session as modified.
    void measureAgain();
    bool measuring() const { return m_job.running(); }

Q_SIGNALS:
    void stateChanged();
    void failed(const QString &sentence);

private:
    void start(bool isNew);

    Workspace &m_workspace;
    JobSlot m_job;
    bool m_awaited = false;
};

} // namespace anchorscope::gui
