// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/quickscore.h"
#include "gui/state/anchoredinput.h"
#include "jobs/jobslot.h"

class QUndoCommand;

namespace anchorscope::gui {

/// Measures after every change how well the anchors of the chosen run (without a run, the seeds) find partners.
class LiveScoreController : public QObject
{
    Q_OBJECT

public:
    LiveScoreController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    const QuickScore &score() const { return m_score; }
    /// MRR of retrieval from X to Y, such as “MRR 0.14”; before() is the MRR before the last undo step, such as
    /// “before: 0.10”, e.g. before a drag. Empty if not measured.
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
    void onStep();
    std::optional<double> mrr() const { return m_score.scored ? std::optional(m_score.mrrXToY.mean) : std::nullopt; }

    Workspace &m_workspace;
    JobSlot m_job;
    QuickScore m_score;
    LastResults<Key, QuickScore> m_last;
    std::optional<double> m_before;       ///< MRR before m_step
    std::optional<double> m_beforeChange; ///< MRR before the change of the setup that is being applied
    bool m_isApplying = false;            ///< true from a change of the setup until the undo history contains it
    const QUndoCommand *m_step = nullptr; ///< last undo step that changed the score; not dereferenced
};

} // namespace anchorscope::gui
