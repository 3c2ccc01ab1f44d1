// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/pagearea.h"

#include "gui/style/textsize.h"

#include <QEvent>
#include <QStyle>

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr int minHeight = 120; // minimum height of the scroll area, and of a part that fills it, in pixels

// Minimum width of the scroll area in pixels, which the Data dock needs; a greater one would narrow the panels.
constexpr int minWidth = 304;

} // namespace

void fillHeight(QWidget &part, bool fills)
{
    part.setSizePolicy(QSizePolicy::Expanding, fills ? QSizePolicy::Ignored : QSizePolicy::Expanding);
    part.setMinimumHeight(fills ? minHeight : 0);
}

PageArea::PageArea(QWidget *page)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // only the widgets of the page take the focus
    setWidget(page);
}

QSize PageArea::sizeHint() const
{
    return widget()->sizeHint();
}

QSize PageArea::minimumSizeHint() const
{
    const QSize least = widget()->minimumSizeHint();
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    return {std::min(least.width(), qRound(minWidth * sizeFactor())) + bar, std::min(least.height(), minHeight)};
}

bool PageArea::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace anchorscope::gui
