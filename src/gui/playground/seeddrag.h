// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/pairtool.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

#include <QPointF>

#include <optional>

class QKeyEvent;
class QMouseEvent;

namespace anchorscope::gui {

class LiveScoreController;
class ScatterView;

/// Moves seeds while the playground is active: the user drags a seed's mark from item to item in a panel of vectors, or
/// presses Ctrl, Shift and an arrow key. Each drag is one undo step. The seed gets the known partner of the new item
/// or, if no partner is known, the best candidate according to the other seeds. If there are fewer than
/// CandidateController::fewestSeeds other seeds, the other item of the pair is unchanged.
class SeedDrag : public QObject
{
    Q_OBJECT

public:
    /// Creates the object. All arguments must outlive it. `x`, `y`: panels that show vectors of X and of Y.
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
    QPointF m_from;            ///< position at which the drag began, in pixels of the panel
    bool m_moved = false;
    bool m_highlighted = false; ///< true while a seed's mark is under the pointer
    int m_drag = 0;             ///< number of drags until now, from which the id of an undo step is computed
};

} // namespace anchorscope::gui
