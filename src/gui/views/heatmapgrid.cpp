// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/heatmapgrid.h"

#include <QPainter>

#include <algorithm>

namespace anchorscope::gui {

HeatMapGrid::HeatMapGrid(QWidget *parent) : QWidget(parent)
{
    for (HeatMapView *&map : m_maps)
        map = new HeatMapView(this);
    arrange(true);
    setAccessibleName(tr("All four matrices"));
}

void HeatMapGrid::arrange(bool sameRange)
{
    for (const int row : {0, 1}) {
        for (const int column : {0, 1}) {
            HeatMapView::Parts other;
            other.setFlag(HeatMapView::RowNames, column == 1);
            other.setFlag(HeatMapView::ColumnNames, row == 0);
            other.setFlag(HeatMapView::ColourBar, column == 0 && sameRange);
            map(row, column)->leaveOut(other);
        }
    }
    place();
}

void HeatMapGrid::place()
{
    // Share of the first map: each row and column of maps gets at least a third of the grid, even if its neighbour has
    // long names.
    const auto share = [](int whole, int aroundFirst, int aroundSecond) {
        const int cells = std::max(0, whole - aroundFirst - aroundSecond) / 2;
        return std::clamp(aroundFirst + cells, whole / 3, whole - whole / 3);
    };
    const int left = share(width(), map(1, 0)->around(0).width(), map(1, 1)->around(0).width());
    const int cells = std::max(0, left - map(1, 0)->around(0).width());
    const int top = share(height(), map(0, 0)->around(cells).height(), map(1, 0)->around(cells).height());
    map(0, 0)->setGeometry(0, 0, left, top);
    map(0, 1)->setGeometry(left, 0, width() - left, top);
    map(1, 0)->setGeometry(0, top, left, height() - top);
    map(1, 1)->setGeometry(left, top, width() - left, height() - top);
}

void HeatMapGrid::drawPlot(QPainter &painter, const QSizeF &size)
{
    const QSizeF quarter = size / 2;
    for (const int row : {0, 1}) {
        for (const int column : {0, 1}) {
            painter.save();
            painter.translate(column * quarter.width(), row * quarter.height());
            map(row, column)->drawPlot(painter, quarter);
            painter.restore();
        }
    }
}

void HeatMapGrid::restyle()
{
    for (HeatMapView *map : m_maps)
        map->restyle();
}

void HeatMapGrid::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

} // namespace anchorscope::gui
