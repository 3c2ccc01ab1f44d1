// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse and the keyboard do in a heat map.
#include "gui/style/plaintext.h"
#include "gui/views/heatmapview.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace anchorscope::gui {

void HeatMapView::mouseMoveEvent(QMouseEvent *event)
{
    const auto cell = cellAt(event->pos());
    if (cell == m_hovered)
        return;
    m_hovered = cell;
    update();
}

void HeatMapView::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    m_hovered.reset();
    update();
}

void HeatMapView::mousePressEvent(QMouseEvent *event)
{
    const auto cell = cellAt(event->pos());
    if (!cell || event->button() != Qt::LeftButton)
        return;
    setCurrent(*cell);
    Q_EMIT cellClicked(cell->y(), cell->x());
}

void HeatMapView::keyPressEvent(QKeyEvent *event)
{
    if (m_values.size() == 0)
        return QWidget::keyPressEvent(event);
    QPoint cell = m_current.value_or(QPoint(0, 0));
    switch (event->key()) {
    case Qt::Key_Left:
        cell.rx() -= 1;
        break;
    case Qt::Key_Right:
        cell.rx() += 1;
        break;
    case Qt::Key_Up:
        cell.ry() -= 1;
        break;
    case Qt::Key_Down:
        cell.ry() += 1;
        break;
    case Qt::Key_Home:
        cell.setX(0);
        break;
    case Qt::Key_End:
        cell.setX(columnCount() - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT cellClicked(cell.y(), cell.x());
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
    setCurrent({std::clamp(cell.x(), 0, columnCount() - 1), std::clamp(cell.y(), 0, rowCount() - 1)});
}

void HeatMapView::setCurrent(QPoint cell)
{
    m_current = cell;
    update();
    describe();
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void HeatMapView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (!m_current && m_values.size() > 0 && event->reason() != Qt::MouseFocusReason)
        setCurrent({0, 0});
}

bool HeatMapView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const auto cell = cellAt(help->pos()))
        QToolTip::showText(help->globalPos(), tooltipText(cellText(cell->y(), cell->x())), this,
                           cellRect(cell->y(), cell->x()));
    else
        QToolTip::hideText();
    return true;
}

} // namespace anchorscope::gui
