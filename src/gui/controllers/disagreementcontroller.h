// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/disagreement.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

#include <QTimer>

namespace anchorscope::gui {

/// Disagreement groups: groups of items that are close together in one of the spaces only.
struct DisagreementFound
{
    Disagreement groups;
    /// Item of X of each compared pair; the members of the groups are indices into this list.
    std::vector<ItemIndex> itemsOfX;
    /// True if the compared pairs are known pairs; false if they are the matches of the chosen run.
    bool byTruth = false;
};

/// Finds disagreement groups in the background while their dock is visible; the search takes longer than a run.
class DisagreementController : public QObject
{
    Q_OBJECT

public:
    DisagreementController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    void setActive(bool active);
    bool finding() const { return m_job.running(); }
    /// Disagreement groups; null if they are not known yet or obstacle() gives a reason.
    const DisagreementFound *found() const { return m_found.get(); }
    QString obstacle() const; ///< reason why disagreement groups cannot be found, as a sentence; empty: none

Q_SIGNALS:
    void changed();

private:
    /// Compared pairs of items: x[i] of X with y[i] of Y.
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
    /// Delays the search, because another dock may cover this dock right after it is shown.
    QTimer m_begin;
    bool m_active = false;
};

} // namespace anchorscope::gui
