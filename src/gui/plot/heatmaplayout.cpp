// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/heatmaplayout.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr int gap = HeatMapLayout::gap;
constexpr int barWidth = 10;

/// Width in pixels of everything to the left of the cells, except row names.
int leftOf(const HeatMapTexts &texts, const QFontMetrics &metrics)
{
    return 2 * gap + (texts.rowTitle.isEmpty() ? 0 : metrics.height() + 4);
}

int namesNeed(const HeatMapTexts &texts, const QFontMetrics &metrics)
{
    return widest(texts.rows, metrics) + 3;
}

int rightOf(const HeatMapTexts &texts, const QFontMetrics &metrics)
{
    // The unit is written upwards beside the bar, between its highest and lowest value.
    const int beside = std::max(widest(texts.ofBar, metrics), metrics.height());
    return gap + (texts.ofBar.isEmpty() ? 0 : barWidth + 2 * gap + beside);
}

int above(const HeatMapTexts &texts)
{
    return gap + (texts.title.isEmpty() ? 0 : HeatMapLayout::headerHeight);
}

/// True if column names are too wide for their cells, but all of them fit if painted vertically.
bool columnsStand(int width, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics)
{
    const int cell = std::max(1, width) / std::max(1, columns);
    return widest(texts.columns, metrics) > cell - 2 && labelStep(width, columns, metrics.height()) == 1;
}

/// Height of the texts below the cells if column names take `names` pixels.
int below(int names, const HeatMapTexts &texts, const QFontMetrics &metrics)
{
    const int title = texts.columnTitle.isEmpty() ? 0 : metrics.height() + 2;
    return gap + title + (texts.columns.isEmpty() ? 0 : names + 4);
}

} // namespace

int widest(const QStringList &texts, const QFontMetrics &metrics)
{
    int width = 0;
    for (const QString &text : texts)
        width = std::max(width, metrics.horizontalAdvance(text));
    return width;
}

int labelStep(int room, int count, int needed)
{
    return count > 0 && room > 0 ? std::max(1, static_cast<int>(std::ceil(static_cast<double>(needed) * count / room)))
                                 : 1;
}

QSize aroundHeatMap(int cellsWidth, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics)
{
    const bool stand = columnsStand(cellsWidth, columns, texts, metrics);
    const int names = stand ? widest(texts.columns, metrics) : metrics.height();
    return {leftOf(texts, metrics) + namesNeed(texts, metrics) + rightOf(texts, metrics),
            above(texts) + below(names, texts, metrics)};
}

HeatMapLayout layOutHeatMap(QSize page, int rows, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics)
{
    HeatMapLayout layout{rows, columns, {}, {}, false};
    QRect area = QRect(QPoint(), page).adjusted(leftOf(texts, metrics), above(texts), -rightOf(texts, metrics), -gap);
    const int names = std::min(namesNeed(texts, metrics), area.width() * 2 / 5);
    area.setLeft(area.left() + names);
    layout.upright = columnsStand(area.width(), columns, texts, metrics);
    const int line = metrics.height();
    const int columnNames = layout.upright ? std::min(widest(texts.columns, metrics), area.height() / 3) : line;
    area.setBottom(area.bottom() + gap - below(columnNames, texts, metrics));
    if (rows == 0 || columns == 0 || area.width() < 4 || area.height() < 4)
        return layout;
    constexpr double maxStretched = 1.8;
    const double width = area.width() / static_cast<double>(columns);
    const double height = area.height() / static_cast<double>(rows);
    const QSize size(static_cast<int>(std::min(width, maxStretched * height) * columns),
                     static_cast<int>(std::min(height, maxStretched * width) * rows));
    // If the cells cannot use the whole width, row names get the rest.
    const int spare = std::min(area.width() - size.width(), namesNeed(texts, metrics) - names);
    layout.map = QRect(area.topLeft() + QPoint(std::max(0, spare), 0), size);
    if (!texts.ofBar.isEmpty())
        layout.bar =
            QRect(layout.map.right() + 1 + 2 * gap, layout.map.top(), barWidth, std::max(layout.map.height(), 4));
    return layout;
}

QRect HeatMapLayout::cellRect(int row, int column) const
{
    const auto edge = [](int begin, int length, int i, int count) { return begin + length * i / count; };
    const int left = edge(map.left(), map.width(), column, columns);
    const int top = edge(map.top(), map.height(), row, rows);
    return {QPoint(left, top), QPoint(edge(map.left(), map.width(), column + 1, columns) - 1,
                                      edge(map.top(), map.height(), row + 1, rows) - 1)};
}

std::optional<QPoint> HeatMapLayout::cellAt(QPoint position) const
{
    if (!map.contains(position))
        return {};
    // Pixels of row or column i begin at floor(length · i / count).
    const auto index = [](int offset, int length, int count) { return ((offset + 1) * count - 1) / length; };
    return QPoint(index(position.x() - map.left(), map.width(), columns),
                  index(position.y() - map.top(), map.height(), rows));
}

} // namespace anchorscope::gui
