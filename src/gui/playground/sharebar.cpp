// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/sharebar.h"

#include "gui/style/theme.h"

#include <QPainter>

#include <algorithm>

namespace anchorscope::gui {

ShareBar::ShareBar()
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::setShare(double share)
{
    m_share = std::clamp(share, 0.0, 1.0);
    update();
}

QSize ShareBar::sizeHint() const
{
    return {8 * fontMetrics().height(), fontMetrics().height()};
}

void ShareBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), plotBackground());
    painter.fillRect(QRectF(0, 0, m_share * width(), height()), accent());
    painter.setPen(borderColour());
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace anchorscope::gui
