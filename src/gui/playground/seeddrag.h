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

class LiveScoreController;
class ScatterView;

/// Moves seeds: by dragging the mark of a seed from item to item in a panel of vectors,
/// or by Ctrl, Shift and an arrow key. One drag is one undo step. The seed's partner follows: the known one, otherwise
/// the candidate found from the other seeds; with fewer than CandidateController::fewestSeeds of them it stays
/// unchanged.
class SeedDrag : public QObject
{
    Q_OBJECT

public:
    /// Creates the object. All arguments outlive it. `x`, `y`: panels of vectors.
    SeedDrag(Workspace &workspace, Selection &selection, LiveScoreController &score, PairTool &pairTool, Runner &runner,
             ScatterView &x, ScatterView &y);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    ScatterView &panel(Side side) const { return side == Side::x ? m_x : m_y; }
    bool onMouse(Side side, const QMouseEvent &event);
    bool onKey(Side side, const QKeyEvent &event);
    int seedAt(Side side, QPointF pixel) const;
    void showScore();
    void light(Side side, bool onSeed);
    bool mayMove(Side side, ItemIndex item) const;
    void move(int seed, Side side, ItemIndex item);
    void propose(int seed, Side side, ItemIndex item);
    void apply(int seed, const SeedPair &pair, int drag);

    Workspace &m_workspace;
    Selection &m_selection;
    LiveScoreController &m_score;
    PairTool &m_pairTool;
    ScatterView &m_x, &m_y;
    NewestSlot m_proposing;
    std::optional<int> m_held; ///< index of the seed that is being dragged
    QPointF m_from;            ///< start of the drag, in pixels of the panel
    bool m_moved = false;
    bool m_highlighted = false; ///< true while a seed's mark is under the pointer
    int m_drag = 0;             ///< number of drags so far, which identifies an undo step
};

} // namespace anchorscope::gui
