// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/playground/playscore.h"
#include "gui/controllers/projectioncontroller.h"
#include "gui/playground/invariancetable.h"

#include <memory>
#include <optional>

namespace anchorscope::gui {

/// What a change of Y did: the scores of the playground. What is not known has no value.
struct PlaygroundScores
{
    std::optional<double> classesAbsolute, classesRelative; ///< shares
    std::optional<double> relativeChange;                   ///< relativeChange(); none where a run found the anchors
    std::optional<SearchError> search;
};

/// Measures the scores whenever the spaces are prepared or the anchors change, in the background; while a hand moves
/// it follows as fast as it can.
class PlayController : public QObject
{
    Q_OBJECT

public:
    PlayController(Workspace &workspace, ProjectionController &projections, Runner &runner, QObject *parent = nullptr);

    const PlaygroundScores &scores() const { return m_scores; }
    bool busy() const { return m_slot.running(); } ///< the scores is of what was before
    /// Only what is looked at is measured.
    void setActive(bool active);
    bool isActive() const { return m_active || m_awaited; }
    /// A lesson waits for what the scores says.
    void setAwaited(bool awaited);
    InvarianceTable &table() { return m_table; }

Q_SIGNALS:
    void changed(); ///< the scores, or whether anybody looks

public:
    struct Kept; ///< what does not change while Y moves

private:
    void watch(bool &reason, bool on);
    void measure(const PreparedPair &spaces);

    Workspace &m_workspace;
    NewestSlot m_slot;
    bool m_active = false, m_awaited = false;
    PlaygroundScores m_scores;
    std::shared_ptr<const Kept> m_kept;
    InvarianceTable m_table;
};

} // namespace anchorscope::gui
