// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/quickscore.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// What the seeds (or the chosen run's anchors) are worth at this moment: follows every change.
class LiveScoreController : public QObject
{
    Q_OBJECT

public:
    LiveScoreController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    const QuickScore &score() const { return m_score; }
    bool busy() const { return m_job.running(); }
    /// "MRR 0.11 ± 0.02 X → Y, …", or why there is no number.
    QString text() const;

Q_SIGNALS:
    void changed();

private:
    void measure();

    Workspace &m_workspace;
    JobSlot m_job;
    QuickScore m_score;
};

} // namespace anchorscope::gui
