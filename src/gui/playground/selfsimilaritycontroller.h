// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/playground/selfsimilarities.h"
#include "gui/controllers/projectioncontroller.h"

#include <QTimer>

namespace anchorscope::gui {

class PlayController;

/// Measures the similarities between the items within each space while the playground is active. Y is measured
/// with its current transform.
class SelfSimilarityController : public QObject
{
    Q_OBJECT

public:
    /// Maximum number of items in the matrices; with more, a cell would be only a pixel or two wide.
    static constexpr Index maxItems = 120;
    /// Interval in milliseconds between measurements during a drag. It is long, because painting the three matrices
    /// takes as long as painting all panels.
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
    PreparedPair m_pending; ///< spaces whose similarities will be measured when the pause between measurements ends
    std::optional<SelfSimilarities> m_similarities;
};

} // namespace anchorscope::gui
