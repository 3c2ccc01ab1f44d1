// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/learn/targetring.h"

#include "gui/style/theme.h"

#include <QPainter>

namespace anchorscope::gui {

namespace {

constexpr int ringWidth = 3, ringMargin = 4; // pixels
constexpr double ringCorner = 6;

} // namespace

TargetRing::TargetRing(QWidget *window) : QWidget(window)
{
    setObjectName("targetRing");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("What the step of the lesson is about"));
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
    // What lies inside is not painted again with the ring.
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

} // namespace anchorscope::gui
