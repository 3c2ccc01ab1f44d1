// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/seeddrag.h"

#include "gui/controllers/candidatecontroller.h"
#include "gui/controllers/livescorecontroller.h"
#include "gui/scatter/scatterview.h"
#include "gui/state/anchoredinput.h"
#include "gui/style/textsize.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <cmath>

namespace anchorscope::gui {

namespace {

/// First id and number of ids for undo steps that move seeds; these ids differ from those of the handles.
constexpr int firstMove = 910000, moveSteps = 90000;
/// Maximum distances of the pointer, in pixels at sizeFactor() = 1, at which it grips a seed or snaps to an item.
constexpr double seedReach = 12, snapReach = 60;
constexpr double clickTolerance = 3; ///< maximum distance in pixels by which the mouse may move during a click

ItemIndex &itemOf(SeedPair &pair, Side side)
{
    return side == Side::x ? pair.x : pair.y;
}

bool isArrow(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

} // namespace

SeedDrag::SeedDrag(Workspace &workspace, Selection &selection, LiveScoreController &score, PairTool &pairTool,
                   Runner &runner, ScatterView &x, ScatterView &y)
    : QObject(&x), m_workspace(workspace), m_selection(selection), m_score(score), m_pairTool(pairTool), m_x(x), m_y(y),
      m_proposing(runner)
{
    for (ScatterView *each : {&x, &y}) {
        each->installEventFilter(this);
        each->viewport()->installEventFilter(this);
    }
    connect(&score, &LiveScoreController::changed, this, &SeedDrag::showScore);
    connect(&workspace, &Workspace::itemsReplaced, this, [this] {
        m_held.reset();
        m_proposing.drop();
    });
}

bool SeedDrag::eventFilter(QObject *watched, QEvent *event)
{
    if (m_pairTool.isActive() || !m_workspace.hasData())
        return false;
    const Side side = watched == &m_x || watched == m_x.viewport() ? Side::x : Side::y;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease:
        return watched == panel(side).viewport() && onMouse(side, static_cast<const QMouseEvent &>(*event));
    case QEvent::KeyPress:
        return watched == &panel(side) && onKey(side, static_cast<const QKeyEvent &>(*event));
    default:
        return false;
    }
}

/// Shows the score beside the pointer while a seed is dragged.
void SeedDrag::showScore()
{
    if (m_held && m_moved && !m_score.headline().isEmpty())
        QToolTip::showText(QCursor::pos(), m_score.before().isEmpty()
                                               ? m_score.headline()
                                               : tr("%1 (%2)").arg(m_score.headline(), m_score.before()));
}

/// Index of the seed whose mark is under the pointer, or −1.
int SeedDrag::seedAt(Side side, QPointF pixel) const
{
    int nearest = -1;
    double distance = seedReach * sizeFactor();
    const std::vector<SeedPair> &seeds = m_workspace.setup().seeds;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        const auto place = panel(side).placeOf(side == Side::x ? seeds[i].x : seeds[i].y);
        const double away = place ? std::hypot(place->x() - pixel.x(), place->y() - pixel.y()) : distance;
        if (away < distance) {
            distance = away;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

void SeedDrag::light(Side side, bool onSeed)
{
    if (onSeed == std::exchange(m_highlighted, onSeed))
        return;
    panel(side).viewport()->setCursor(onSeed ? Qt::SizeAllCursor : Qt::ArrowCursor);
}

bool SeedDrag::onMouse(Side side, const QMouseEvent &event)
{
    const QPointF at = event.position();
    if (event.type() == QEvent::MouseButtonPress) {
        const bool takes = event.button() == Qt::LeftButton && event.modifiers() == Qt::NoModifier &&
                           panel(side).tool() == ScatterView::Tool::Pan;
        const int seed = takes ? seedAt(side, at) : -1;
        if (seed < 0)
            return false;
        m_held = seed;
        m_from = at;
        m_moved = false;
        ++m_drag;
        return true;
    }
    if (!m_held) {
        if (event.buttons() == Qt::NoButton && panel(side).tool() == ScatterView::Tool::Pan)
            light(side, seedAt(side, at) >= 0);
        return false;
    }
    const int seed = *m_held;
    if (event.type() == QEvent::MouseButtonRelease) {
        m_held.reset();
        if (!m_moved && seed < std::ssize(m_workspace.setup().seeds)) {
            SeedPair pair = m_workspace.setup().seeds[static_cast<std::size_t>(seed)];
            Q_EMIT panel(side).clicked(itemOf(pair, side), event.modifiers());
        }
        return true;
    }
    if (!m_moved && std::hypot(at.x() - m_from.x(), at.y() - m_from.y()) > clickTolerance) {
        m_moved = true;
        m_selection.setHover(side, noItem); // hides the card of the item that the seed leaves
    }
    if (const int item = m_moved ? panel(side).pointAt(at.toPoint(), snapReach) : noItem; item >= 0)
        move(seed, side, item);
    return true;
}

/// Handles keys: Ctrl and an arrow move the highlight to the next item in this direction; with Shift, they also move
/// the seed of the highlighted item there.
bool SeedDrag::onKey(Side side, const QKeyEvent &event)
{
    const Qt::KeyboardModifiers keys = event.modifiers() & ~Qt::KeypadModifier;
    const ItemIndex here = m_selection.highlighted(side);
    const int seed = here == noItem ? -1 : m_workspace.seedOf(side, here);
    if (keys != (Qt::ControlModifier | Qt::ShiftModifier) || !isArrow(event.key()) || seed < 0)
        return false;
    ++m_drag;
    constexpr int maxSkipped = 100; // maximum number of items skipped in one step because they cannot be in a seed pair
    ItemIndex at = here;
    for (int step = 0; step < maxSkipped; ++step) {
        QKeyEvent walk(QEvent::KeyPress, event.key(), Qt::ControlModifier);
        QCoreApplication::sendEvent(&panel(side), &walk);
        if (m_selection.highlighted(side) == at)
            break; // no item exists in the direction of the arrow key
        at = m_selection.highlighted(side);
        if (mayMove(side, at)) {
            move(seed, side, at);
            return true;
        }
    }
    m_selection.setHover(side, here);
    return true;
}

/// True if an item can be in a seed pair: neither the item nor its known partner is in another seed pair.
bool SeedDrag::mayMove(Side side, ItemIndex item) const
{
    if (m_workspace.seedOf(side, item) >= 0)
        return false;
    if (!m_workspace.data()->hasTruth())
        return true;
    const ItemIndex partner = m_workspace.data()->partner(side, item);
    return partner != noItem && m_workspace.seedOf(other(side), partner) < 0;
}

void SeedDrag::move(int seed, Side side, ItemIndex item)
{
    if (seed >= std::ssize(m_workspace.setup().seeds) || !mayMove(side, item))
        return;
    if (!m_workspace.data()->hasTruth())
        return propose(seed, side, item);
    SeedPair pair;
    itemOf(pair, side) = item;
    itemOf(pair, other(side)) = m_workspace.data()->partner(side, item);
    apply(seed, pair, m_drag);
}

/// Moves a seed to an item, and proposes the item's partner, which is found with the help of the other seeds.
void SeedDrag::propose(int seed, Side side, ItemIndex item)
{
    AnchoredInput input = anchoredInput(m_workspace);
    input.anchors = {};
    const std::vector<SeedPair> &seeds = m_workspace.setup().seeds;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        if (static_cast<int>(i) != seed) {
            input.anchors.itemsOfX.push_back(seeds[i].x);
            input.anchors.seedsOfY.push_back(seeds[i].y);
        }
    }
    SeedPair pair = seeds[static_cast<std::size_t>(seed)];
    itemOf(pair, side) = item;
    if (!input.ready() || input.anchors.count() < CandidateController::fewestSeeds)
        return apply(seed, pair, m_drag);
    // The number of requested candidates exceeds that of the other seeds, so that at least one is unpaired.
    const auto found = static_cast<Index>(seeds.size());
    m_proposing.start<std::vector<Candidate>>(
        tr("Looking for a partner"),
        [input = std::move(input), side, item, found](const RunContext &context) {
            return findCandidates(input.pair(), other(side), item, found, context);
        },
        [this, seed, side, pair, drag = m_drag](Result<std::vector<Candidate>> candidates) mutable {
            if (!candidates || seed >= std::ssize(m_workspace.setup().seeds) || !mayMove(side, itemOf(pair, side)))
                return;
            const auto isFree = [&](ItemIndex partner) {
                const int owner = m_workspace.seedOf(other(side), partner);
                return owner < 0 || owner == seed;
            };
            const auto best = chooseCandidates(*candidates, 1, isFree);
            if (!best.empty())
                itemOf(pair, other(side)) = best.front().item;
            apply(seed, pair, drag);
        });
}

void SeedDrag::apply(int seed, const SeedPair &pair, int drag)
{
    m_workspace.change(
        tr("Move seed %1").arg(seed + 1), [&](Setup &setup) { setup.seeds[static_cast<std::size_t>(seed)] = pair; },
        firstMove + drag % moveSteps);
}

} // namespace anchorscope::gui
