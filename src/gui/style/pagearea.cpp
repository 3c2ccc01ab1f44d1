// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/pagearea.h"

#include <QEvent>
#include <QStyle>

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr int leastHeight = 120; // pixels

} // namespace

PageArea::PageArea(QWidget *page)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // its page has what takes the keyboard
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(page);
}

QSize PageArea::sizeHint() const
{
    return widget()->sizeHint();
}

QSize PageArea::minimumSizeHint() const
{
    const QSize least = widget()->minimumSizeHint();
    return {least.width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this),
            std::min(least.height(), leastHeight)};
}

bool PageArea::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace anchorscope::gui
