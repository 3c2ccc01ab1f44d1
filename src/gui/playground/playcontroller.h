// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/playground/playscore.h"
#include "gui/controllers/projectioncontroller.h"
#include "gui/playground/invariancetable.h"

#include <memory>
#include <optional>

namespace anchorscope::gui {

/// Scores of the playground, which show the effect of a transform of Y. Unknown scores are nullopt.
struct PlaygroundScores
{
    std::optional<double> classesAbsolute, classesRelative; ///< accuracy of the class probe, 0 … 1
    std::optional<double> relativeChange;                   ///< relativeChange() of the relative vectors; nullopt if a
                                                            ///< run found the anchors
    std::optional<SearchError> search;
};

/// Measures the scores in the background whenever the spaces are prepared or the anchors change. During a drag, it
/// always measures the latest state as soon as the previous one is done.
class PlayController : public QObject
{
    Q_OBJECT

public:
    PlayController(Workspace &workspace, ProjectionController &projections, Runner &runner, QObject *parent = nullptr);

    const PlaygroundScores &scores() const { return m_scores; }
    bool busy() const { return m_slot.running(); } ///< true while scores() are outdated
    /// Sets whether the playground is visible: scores are measured only while active.
    void setActive(bool active);
    bool isActive() const { return m_active || m_awaited; }
    /// Sets whether a lesson needs the scores, which are then also measured.
    void setAwaited(bool awaited);
    InvarianceTable &table() { return m_table; }

Q_SIGNALS:
    void changed(); ///< reports a change of scores() or isActive()

public:
    struct Cached; ///< measured results that do not depend on the transform

private:
    void watch(bool &reason, bool on);
    void measure(const PreparedPair &spaces);

    Workspace &m_workspace;
    NewestSlot m_slot;
    bool m_active = false, m_awaited = false;
    PlaygroundScores m_scores;
    std::shared_ptr<const Cached> m_cached;
    InvarianceTable m_table;
};

} // namespace anchorscope::gui
