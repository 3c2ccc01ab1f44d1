// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/targetring.h"

#include "gui/lessons/targets.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QApplication>
#include <QEasingCurve>
#include <QMainWindow>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>

namespace anchorscope::gui {

namespace {

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

TargetRing::TargetRing(QWidget *window) : QWidget(window)
{
    setObjectName("targetRing");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Target of the lesson step"));
    hide();
}

QRectF TargetRing::line() const
{
    constexpr double half = ringWidth / 2.0;
    return QRectF(rect()).adjusted(half, half, -half, -half);
}

void TargetRing::placeAround(const QRect &target)
{
    if (target.isEmpty()) {
        hide();
        return;
    }
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
    painter.drawRoundedRect(line(), ringCorner, ringCorner);
}

PointerAnimation::PointerAnimation(QMainWindow &window) : QWidget(&window), m_window(window)
{
    setObjectName("pointerAnimation");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Demonstration pointer"));
    hide();
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
