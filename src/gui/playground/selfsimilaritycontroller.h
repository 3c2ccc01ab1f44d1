// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/playground/selfsimilarities.h"
#include "gui/controllers/projectioncontroller.h"

#include <QTimer>

namespace anchorscope::gui {

class PlayController;

/// The similarities of the items of each space among themselves, as Y is now, while somebody plays.
class SelfSimilarityController : public QObject
{
    Q_OBJECT

public:
    static constexpr Index maxItems = 120; ///< a cell is a pixel or two
    /// While a hand moves: ten a second are followed, and three matrices cost as much as a frame of the panels.
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
    PreparedPair m_pending; ///< to be measured after the pause
    std::optional<SelfSimilarities> m_similarities;
};

} // namespace anchorscope::gui
