// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/quickscore.h"
#include "gui/state/anchoredinput.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Measures after every change how well the anchors of the chosen run (without a run, the seeds) find partners.
class LiveScoreController : public QObject
{
    Q_OBJECT

public:
    LiveScoreController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    const QuickScore &score() const { return m_score; }
    /// MRR of retrieval from X to Y, such as “MRR 0.14”; before() is the MRR before the last change, such as “before:
    /// 0.10”. Empty if not measured.
    QString headline() const;
    QString before() const;
    bool busy() const { return m_job.running(); }
    /// Scores in both directions, such as "MRR 0.11 ± 0.02 X → Y, …", or the reason why they were not measured.
    QString text() const;

Q_SIGNALS:
    void changed();

private:
    using Key = std::tuple<AnchoredKey, std::vector<SeedPair>, Index, std::uint64_t>;

    void measure();
    void show(QuickScore score);

    Workspace &m_workspace;
    JobSlot m_job;
    QuickScore m_score;
    LastResults<Key, QuickScore> m_last;
    std::optional<double> m_before;
};

} // namespace anchorscope::gui
