// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/disagreement.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

#include <QTimer>

namespace anchorscope::gui {

/// Disagreement groups of the known pairs: items that are close together in only one space.
struct DisagreementFound
{
    Disagreement groups;
    std::vector<ItemIndex> itemsOfX; ///< item of X and of Y in each pair; members of groups are positions in this list
    bool byTruth = false;            ///< true if the pairs are known; false: they are the confirmed matches of the
                                     ///< chosen run
};

/// Finds disagreement groups in the background while their dock is visible, because this takes longer than a run.
class DisagreementController : public QObject
{
    Q_OBJECT

public:
    DisagreementController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    void setActive(bool active);
    bool finding() const { return m_job.running(); }
    /// Disagreement groups; null if not found yet, or without known pairs (obstacle()).
    const DisagreementFound *found() const { return m_found.get(); }
    QString obstacle() const; ///< reason why no groups can be found, in a sentence; otherwise empty

Q_SIGNALS:
    void changed();

private:
    /// Pairs to compare: item x[i] is the partner of item y[i].
    struct Pairs
    {
        std::vector<ItemIndex> x, y;
        bool byTruth = false;
    };
    Pairs pairs() const;
    void forget();
    void follow();

    Workspace &m_workspace;
    JobSlot m_job;
    std::unique_ptr<const DisagreementFound> m_found;
    QString m_failure;
    QTimer m_begin; ///< timer that delays the start, because a dock is briefly visible before another one covers it
    bool m_active = false;
};

} // namespace anchorscope::gui
