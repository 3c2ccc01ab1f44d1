// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/playground/selfsimilarities.h"
#include "gui/controllers/projectioncontroller.h"

#include <QTimer>

namespace anchorscope::gui {

class PlayController;

/// Similarities of the items within each space, for the current Y, while the playground is active.
class SelfSimilarityController : public QObject
{
    Q_OBJECT

public:
    static constexpr Index maxItems = 120; ///< maximum number of items; with more, a cell would be smaller than a pixel
                                           ///< or two
    /// Interval between updates during a drag in milliseconds: painting three matrices takes as long as a frame of the
    /// panels.
    static constexpr int milliseconds = 100;

    SelfSimilarityController(Workspace &workspace, ProjectionController &projections, PlayController &play,
                             Runner &runner, QObject *parent);

    const std::optional<SelfSimilarities> &similarities() const { return m_similarities; }

Q_SIGNALS:
    void changed();

private:
    void measure(const PreparedPair &spaces);
    void start();

    Workspace &m_workspace;
    PlayController &m_play;
    NewestSlot m_slot;
    QTimer m_pause;
    PreparedPair m_pending; ///< spaces to be measured after the pause
    std::optional<SelfSimilarities> m_similarities;
};

} // namespace anchorscope::gui
