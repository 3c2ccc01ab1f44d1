// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/flowlayout.h"

#include <algorithm>

namespace anchorscope::gui {

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem *item : m_items)
        size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect &area)
{
    QLayout::setGeometry(area);
    arrange(area, true);
}

int FlowLayout::arrange(const QRect &area, bool place) const
{
    const QRect inner = area.marginsRemoved(contentsMargins());
    QPoint corner = inner.topLeft();
    int lineHeight = 0;
    for (QLayoutItem *item : m_items) {
        if (item->isEmpty()) // hidden
            continue;
        const QSize size = item->sizeHint();
        if (corner.x() > inner.left() && corner.x() + size.width() > inner.right() + 1) {
            corner = {inner.left(), corner.y() + lineHeight + spacing()};
            lineHeight = 0;
        }
        if (place)
            item->setGeometry(QRect(corner, size));
        corner.rx() += size.width() + spacing();
        lineHeight = std::max(lineHeight, size.height());
    }
    return corner.y() + lineHeight - area.top() + contentsMargins().bottom();
}

} // namespace anchorscope::gui
