// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/playground/playscore.h"
#include "gui/controllers/projectioncontroller.h"
#include "gui/playground/invariancetable.h"

#include <memory>
#include <optional>

namespace anchorscope::gui {

/// Scores of the playground, which show the effect of a transform of Y; nullopt if not measured.
struct PlaygroundScores
{
    /// Accuracy, 0 … 1, of class probes (classifiers) trained on X and tested on Y.
    std::optional<double> classesAbsolute, classesRelative;
    /// Change of Y's relative vectors by the transform, computed by relativeChange(); nullopt if the anchors come from
    /// a run.
    std::optional<double> relativeChange;
    std::optional<SearchError> search;
};

/// Measures the playground's scores in the background whenever the spaces are prepared or the anchors change. While the
/// user drags, the running measurement is completed, and then the latest transform is measured.
class PlayController : public QObject
{
    Q_OBJECT

public:
    PlayController(Workspace &workspace, ProjectionController &projections, Runner &runner, QObject *parent = nullptr);

    const PlaygroundScores &scores() const { return m_scores; }
    bool busy() const { return m_slot.running(); } ///< true while a measurement runs that will replace scores()

    /// Sets whether the playground is visible; without setAwaited(), scores are measured only while it is.
    void setActive(bool active);
    bool isActive() const { return m_active || m_awaited; }
    /// Sets whether a lesson or the demonstration needs the scores, which are then measured even if the playground is
    /// not visible. `withHandles`: whether Y can also be transformed by handles.
    void setAwaited(bool awaited, bool withHandles = true);
    bool hasHandles() const { return isActive() && m_withHandles; }
    InvarianceTable &table() { return m_table; }

Q_SIGNALS:
    void changed(); ///< reports that scores() or isActive() changed

public:
    struct Cached;

private:
    void watch(bool &reason, bool on);
    void measure(const PreparedPair &spaces);

    Workspace &m_workspace;
    NewestSlot m_slot;
    bool m_active = false, m_awaited = false, m_withHandles = true;
    PlaygroundScores m_scores;
    std::shared_ptr<const Cached> m_cached;
    InvarianceTable m_table;
};

} // namespace anchorscope::gui
