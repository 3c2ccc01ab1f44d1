// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/heatmapgrid.h"

#include "gui/style/plaintext.h"

#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Maximum number of names that the text below the heat maps explains; more would take more space than the maps.
constexpr int maxInKey = 40;

} // namespace

HeatMapGrid::HeatMapGrid(QWidget *parent) : QWidget(parent), m_key(new QLabel(this))
{
    m_key->setWordWrap(true);
    m_key->setMargin(HeatMapLayout::gap);
    m_key->setObjectName("keyOfClasses");
    plainText(m_key);
    for (HeatMapView *&map : m_maps)
        map = new HeatMapView(this);
    arrange(true);
    setAccessibleName(tr("All four matrices"));
}

void HeatMapGrid::arrange(bool sameRange)
{
    m_sameRange = sameRange;
    for (const int row : {0, 1}) {
        for (const int column : {0, 1}) {
            HeatMapView::Parts other;
            other.setFlag(HeatMapView::RowNames, column == 1);
            other.setFlag(HeatMapView::ColumnNames, row + 1 < m_rows);
            other.setFlag(HeatMapView::ColourBar, column == 0 && sameRange);
            map(row, column)->leaveOut(other);
            map(row, column)->setVisible(row < m_rows);
        }
    }
    place();
}

void HeatMapGrid::setRows(int rows)
{
    m_rows = rows;
    arrange(m_sameRange);
    updateGeometry();
}

QString HeatMapGrid::keyText() const
{
    const QStringList &names = map(1, 0)->columnNames();
    const qsizetype digits = QString::number(names.size()).size();
    if (std::ranges::all_of(names, [&](const QString &name) { return name.size() <= digits; }))
        return {}; // names are not replaced, because numbers would not be shorter
    QStringList parts;
    for (qsizetype i = 0; i < names.size() && names.size() <= maxInKey; ++i)
        parts << QString("%1 %2").arg(i + 1).arg(names[i]);
    return parts.join(" · ");
}

void HeatMapGrid::place()
{
    const auto number = [this](bool numbered) {
        for (HeatMapView *map : m_maps)
            map->setNumbered(numbered);
        m_key->setVisible(numbered);
    };
    number(false);
    placeMaps(height());
    const QString key = keyText();
    if (key.isEmpty() || std::ranges::all_of(m_maps, &HeatMapView::showsWholeNames))
        return;
    number(true);
    m_key->setText(key);
    const int high = std::min(m_key->heightForWidth(width()), height() / 3);
    m_key->setGeometry(0, height() - high, width(), high);
    placeMaps(height() - high);
}

void HeatMapGrid::placeMaps(int height)
{
    // Width (or height) of the first of two heat maps, such that both have equal cells. Each gets at least a third of
    // the grid, even if the other's names are long.
    const auto share = [](int whole, int aroundFirst, int aroundSecond) {
        const int cells = std::max(0, whole - aroundFirst - aroundSecond) / 2;
        return std::clamp(aroundFirst + cells, whole / 3, whole - whole / 3);
    };
    const int left = share(width(), map(1, 0)->around(0).width(), map(1, 1)->around(0).width());
    const int cells = std::max(0, left - map(1, 0)->around(0).width());
    const int top =
        m_rows == 1 ? height : share(height, map(0, 0)->around(cells).height(), map(1, 0)->around(cells).height());
    map(0, 0)->setGeometry(0, 0, left, top);
    map(0, 1)->setGeometry(left, 0, width() - left, top);
    map(1, 0)->setGeometry(0, top, left, height - top);
    map(1, 1)->setGeometry(left, top, width() - left, height - top);
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
    place();
}

void HeatMapGrid::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

} // namespace anchorscope::gui
