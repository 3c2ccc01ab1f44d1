// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/style/flowlayout.h"

#include <QBoxLayout>
#include <QLabel>

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

QSize FlowLayout::sizeHint() const
{
    QSize size;
    for (const QLayoutItem *item : m_items) {
        if (!item->isEmpty())
            size = QSize(size.width() + spacing() + item->sizeHint().width(),
                         std::max(size.height(), item->sizeHint().height()));
    }
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
    QList<std::pair<QLayoutItem *, QRect>> line;
    const auto sizeOf = [&](const QLayoutItem *item) {
        const QSize size = item->sizeHint();
        return QSize(std::max(std::min(size.width(), inner.width()), item->minimumSize().width()), size.height());
    };
    const auto endLine = [&] {
        for (const auto &[item, box] : line) {
            if (place)
                item->setGeometry(box.translated(0, (lineHeight - box.height()) / 2));
        }
        line.clear();
    };
    for (qsizetype i = 0; i < m_items.size(); ++i) {
        QLayoutItem *item = m_items[i];
        if (item->isEmpty())
            continue;
        const QSize size = sizeOf(item);
        const auto *label = qobject_cast<const QLabel *>(item->widget());
        int together = size.width();
        if (label && label->buddy() && i + 1 < m_items.size())
            together += spacing() + sizeOf(m_items[i + 1]).width();
        if (corner.x() > inner.left() && corner.x() + together > inner.right() + 1) {
            endLine();
            corner = {inner.left(), corner.y() + lineHeight + spacing()};
            lineHeight = 0;
        }
        line.append({item, QRect(corner, size)});
        corner.rx() += size.width() + spacing();
        lineHeight = std::max(lineHeight, size.height());
    }
    endLine();
    return corner.y() + lineHeight - area.top() + contentsMargins().bottom();
}

void inLines(QLayout *row, QBoxLayout *column)
{
    auto *lines = new FlowLayout(usualSpacing);
    const int place = column->indexOf(row);
    while (row->count() > 0) {
        QLayoutItem *item = row->takeAt(0);
        item->spacerItem() ? delete item : lines->addItem(item);
    }
    delete column->takeAt(place);
    column->insertLayout(place, lines);
}

} // namespace anchorscope::gui
