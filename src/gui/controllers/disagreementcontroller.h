// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/disagreement.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

#include <QTimer>

namespace anchorscope::gui {

/// Which items one space holds together and the other does not, of the pairs that are known.
struct DisagreementFound
{
    Disagreement groups;
    std::vector<ItemIndex> itemsOfX; ///< of each pair; members are positions in this list
    bool byTruth = false;            ///< else the pairs are those that the chosen run found and confirmed
};

/// Finds disagreement groups in the background while somebody looks at their dock: it takes longer than a run.
class DisagreementController : public QObject
{
    Q_OBJECT

public:
    DisagreementController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    void setActive(bool active);
    bool finding() const { return m_job.running(); }
    /// Null: not found yet, or there are no pairs (obstacle()).
    const DisagreementFound *found() const { return m_found.get(); }
    QString obstacle() const; ///< why there is nothing to find, in a sentence; empty: there is

Q_SIGNALS:
    void changed();

private:
    /// The pairs to compare: item x[i] is item y[i].
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
    QTimer m_begin; ///< a dock on its way behind another one is seen for a moment
    bool m_active = false;
};

} // namespace anchorscope::gui
