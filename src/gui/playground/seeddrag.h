// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/pairtool.h"
#include "gui/state/selection.h"
#include "jobs/newestslot.h"

#include <QPointF>

#include <optional>

class QKeyEvent;
class QMouseEvent;

namespace anchorscope::gui {

class PlayController;
class ScatterView;

/// While somebody plays: the star of a seed is dragged from item to item of a panel that shows vectors, or moved there
/// by Ctrl, Shift and an arrow, and its partner follows. One drag is one step of the history.
///
/// The partner is the known one; where none is known the item that looks most like it to the other seeds, and with
/// fewer than CandidateController::fewestSeeds of them it stays.
class SeedDrag : public QObject
{
    Q_OBJECT

public:
    /// All live as long as this; x, y: the panels of vectors.
    SeedDrag(Workspace &workspace, Selection &selection, PlayController &play, PairTool &pairTool, Runner &runner,
             ScatterView &x, ScatterView &y);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    ScatterView &panel(Side side) const { return side == Side::x ? m_x : m_y; }
    bool onMouse(Side side, const QMouseEvent &event);
    bool onKey(Side side, const QKeyEvent &event);
    int seedAt(Side side, QPointF pixel) const;
    void light(Side side, bool star);
    bool mayMove(Side side, ItemIndex item) const;
    void move(int seed, Side side, ItemIndex item);
    void propose(int seed, Side side, ItemIndex item);
    void apply(int seed, const SeedPair &pair, int drag);

    Workspace &m_workspace;
    Selection &m_selection;
    PlayController &m_play;
    PairTool &m_pairTool;
    ScatterView &m_x, &m_y;
    NewestSlot m_proposing;
    std::optional<int> m_held; ///< the seed
    QPointF m_from;            ///< where it was taken, in pixels
    bool m_moved = false;
    bool m_lit = false; ///< a star is under the pointer
    int m_drag = 0;     ///< counts drags
};

} // namespace anchorscope::gui
