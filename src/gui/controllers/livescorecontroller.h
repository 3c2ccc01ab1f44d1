// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// What the seeds (or the chosen run's anchors) are worth at this moment, from a sample of items: follows every change.
struct QuickScore
{
    Score mrrForth, mrrBack, pAt1Forth, pAt1Back; ///< X → Y and Y → X, with the half-width of their 95 % interval
    Index queries = 0, targets = 0;
    std::vector<double> agreement; ///< of each seed with the others
    bool scored = false;           ///< false: the truth is not known, or there are too few seeds
    std::vector<Index> suspects;
    double milliseconds = 0; ///< of the computation
};

class LiveScoreController : public QObject
{
    Q_OBJECT

public:
    LiveScoreController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    static constexpr Index sample = 500;

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
