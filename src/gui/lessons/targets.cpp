// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/targets.h"

#include "gui/playground/invariancetableview.h"
#include "gui/scatter/scatterview.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "lessons/places.h"

#include <QApplication>
#include <QDockWidget>
#include <QEasingCurve>
#include <QMainWindow>
#include <QPainter>
#include <QPainterPath>
#include <QScrollArea>
#include <QStyle>
#include <QTabBar>

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Target of lessons that is a control in a dock, with the object names of the dock and of the control.
struct TargetControl
{
    const char *target, *dock, *widget;
};

constexpr TargetControl targetControls[] = {
    {"headline", "play", "headline"},  {"similarity", "data", "similarity"}, {"centring", "data", "centering"},
    {"start", "optimize", "start"},    {"draw", "anchors", "draw"},          {"table", "play", "table"},
    {"scrubber", "optimize", "scrub"},
};

QWidget *widgetOf(const QMainWindow &window, const std::string &name)
{
    if (name.empty())
        return nullptr;
    const QString plain = QString::fromStdString(name);
    if (auto *panel = window.findChild<ScatterView *>(plain))
        return panel;
    if (std::ranges::find(lessons::pages(), name) != lessons::pages().end())
        return pageNamed(window, plain);
    const auto *control = std::ranges::find(targetControls, name, &TargetControl::target);
    const bool listed = control != std::end(targetControls);
    // A target that is not in targetControls is a control of the playground, which has the id of a transform field as
    // its name.
    return listed ? widgetOn(window, control->dock, control->widget) : widgetOn(window, "play", plain);
}

QDockWidget *dockAround(QWidget *widget)
{
    for (; widget; widget = widget->parentWidget()) {
        if (auto *dock = qobject_cast<QDockWidget *>(widget))
            return dock;
    }
    return nullptr;
}

/// Rectangle of a dock's tab in the window; empty if the dock has no visible tab.
QRect tabOf(const QMainWindow &window, const QDockWidget &dock)
{
    for (const QTabBar *bar : window.findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->isVisible() && bar->tabText(tab) == dock.windowTitle())
                return QRect(bar->mapTo(&window, bar->tabRect(tab).topLeft()), bar->tabRect(tab).size())
                    .intersected(QRect(bar->mapTo(&window, QPoint()), bar->size()));
        }
    }
    return {};
}

// Width of the ring around a target of lessons, and its distance from the target, in pixels.
constexpr int ringWidth = 3, ringMargin = 4;
constexpr double ringCorner = 6;
constexpr int pointerSize = 34;
// Durations of the pointer's movement and of its press, in milliseconds.
constexpr double moveTime = 650, pressTime = 250;

/// Outline of the animated pointer: an arrow whose tip is at the origin.
QPainterPath pointerShape()
{
    QPainterPath path;
    path.addPolygon(QPolygonF({{0, 0}, {0, 24}, {5.5, 19}, {9.5, 28}, {14, 26}, {10, 17.5}, {17, 17}}));
    path.closeSubpath();
    return path;
}

} // namespace

QDockWidget *pageNamed(const QMainWindow &window, const QString &name)
{
    return window.findChild<QDockWidget *>(name);
}

QWidget *widgetOn(const QMainWindow &window, const QString &page, const QString &name)
{
    const QDockWidget *dock = pageNamed(window, page);
    return dock ? dock->findChild<QWidget *>(name) : nullptr;
}

std::string targetOf(const lessons::Action &action)
{
    // The target of the verbs “measure” and “dock” is their argument: the name of a dock, or “table”.
    const bool measures = action.verb->name == "measure" || action.verb->name == "dock";
    return measures ? action.word : action.verb->target;
}

Target findTarget(const QMainWindow &window, const std::string &name)
{
    Target target;
    target.widget = widgetOf(window, name);
    if (!target.widget)
        return target;
    target.dock = dockAround(target.widget);
    if (const QRect seen = target.widget->visibleRegion().boundingRect(); !seen.isEmpty()) {
        target.rect = QRect(target.widget->mapTo(&window, seen.topLeft()), seen.size());
    } else if (target.dock && target.dock->visibleRegion().isEmpty()) {
        target.rect = tabOf(window, *target.dock);
        target.onTab = true;
    }
    return target;
}

bool Target::isFree(const QMainWindow &window) const
{
    if (rect.isEmpty() || !window.rect().contains(rect.center()))
        return false;
    QWidget *hit = window.childAt(rect.center());
    if (onTab)
        return qobject_cast<QTabBar *>(hit);
    return hit && (hit == widget || widget->isAncestorOf(hit));
}

void scrollToTarget(const Target &target)
{
    if (!target.widget)
        return;
    for (QWidget *around = target.widget->parentWidget(); around; around = around->parentWidget()) {
        auto *area = qobject_cast<QScrollArea *>(around);
        if (!area)
            continue;
        area->ensureWidgetVisible(target.widget);
        // If the target is larger than the dock's scroll area, its upper part is shown, such as the header of a table.
        const int half = std::min(target.widget->height(), area->viewport()->height()) / 2;
        const QPoint middle = target.widget->mapTo(area->widget(), QPoint(target.widget->width() / 2, half));
        area->ensureVisible(middle.x(), middle.y(), 0, half);
    }
}

void makeOverlay(QWidget &widget, const QString &name, const QString &accessibleName)
{
    widget.setObjectName(name);
    widget.setAttribute(Qt::WA_TransparentForMouseEvents);
    widget.setFocusPolicy(Qt::NoFocus);
    widget.setAccessibleName(accessibleName);
    widget.hide();
}

TargetRing::TargetRing(QWidget *window) : QWidget(window)
{
    makeOverlay(*this, "targetRing", tr("Target of the lesson step"));
}

void TargetRing::placeAround(const QRect &target)
{
    if (target.isEmpty())
        return hide();
    const QRect ring =
        target.adjusted(-ringMargin, -ringMargin, ringMargin, ringMargin).intersected(parentWidget()->rect());
    if (isVisible() && ring == geometry())
        return;
    setGeometry(ring);
    // The mask leaves out the inside of the ring, so that the target is not repainted whenever the ring is.
    const QRect inside = rect().adjusted(ringWidth + 1, ringWidth + 1, -ringWidth - 1, -ringWidth - 1);
    setMask(QRegion(rect()).subtracted(inside));
    show();
    raise();
}

void TargetRing::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(accent(), ringWidth));
    constexpr double half = ringWidth / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), ringCorner, ringCorner);
}

PointerAnimation::PointerAnimation(QMainWindow &window) : QWidget(&window), m_window(window)
{
    makeOverlay(*this, "pointerAnimation", tr("Demonstration pointer"));
}

bool PointerAnimation::begin(const lessons::Action &action)
{
    constexpr bool doesIt = false;
    const std::string name = targetOf(action);
    if (name.empty())
        return doesIt;
    scrollToTarget(findTarget(m_window, name));
    const QRect rect = findTarget(m_window, name).rect;
    if (rect.isEmpty())
        return doesIt;
    m_from = isVisible() ? pos() : m_window.rect().center();
    m_to = rect.center();
    m_isPressing = false;
    m_isMoving = true;
    const int side = qRound(pointerSize * sizeFactor());
    resize(side, side);
    QWidget::move(m_from);
    show();
    raise();
    m_clock.start();
    return doesIt;
}

QString PointerAnimation::move()
{
    const bool animates = qApp->style()->styleHint(QStyle::SH_Widget_Animate);
    const double way = animates ? moveTime : 0, gone = static_cast<double>(m_clock.elapsed());
    const double share = way > 0 ? std::min(1.0, gone / way) : 1;
    const double eased = QEasingCurve(QEasingCurve::InOutCubic).valueForProgress(share);
    QWidget::move((QPointF(m_from) + eased * QPointF(m_to - m_from)).toPoint());
    m_isPressing = share >= 1;
    m_isMoving = gone < way + pressTime;
    update();
    return {};
}

void PointerAnimation::stop()
{
    m_isMoving = false;
    hide();
}

void PointerAnimation::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(sizeFactor(), sizeFactor());
    painter.translate(1.5, 1.5);
    painter.setPen(QPen(plotBackground(), 2));
    painter.setBrush(m_isPressing ? accent() : textColour());
    painter.drawPath(pointerShape());
}

} // namespace anchorscope::gui
