// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/quickscore.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Measures how good the seeds, or the anchors of the chosen run, are after every change.
class LiveScoreController : public QObject
{
    Q_OBJECT

public:
    LiveScoreController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    const QuickScore &score() const { return m_score; }
    /// Mean MRR from X to Y, and the one before the last change: “MRR 0.14” and “before: 0.10”. Empty if not known.
    QString headline() const;
    QString before() const;
    bool busy() const { return m_job.running(); }
    /// Score as text, such as "MRR 0.11 ± 0.02 X → Y, …", or the reason why there is no score.
    QString text() const;

Q_SIGNALS:
    void changed();

private:
    void measure();

    Workspace &m_workspace;
    JobSlot m_job;
    QuickScore m_score;
    std::optional<double> m_before; ///< the last other headline
};

} // namespace anchorscope::gui
