// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/heatmaplayout.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr int barWidth = 10;

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

HeatMapLayout layOutHeatMap(QSize page, int rows, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics)
{
    constexpr int gap = HeatMapLayout::gap;
    HeatMapLayout layout{rows, columns, {}, {}, false};
    const int line = metrics.height();
    QRect area = QRect(QPoint(), page).adjusted(gap, gap, -gap, -gap);
    area.setTop(area.top() + (texts.title.isEmpty() ? 0 : HeatMapLayout::headerHeight));
    area.setRight(area.right() - barWidth - gap - std::max(widest(texts.ofBar, metrics), 12) - gap);
    area.setLeft(area.left() + gap + (texts.rowTitle.isEmpty() ? 0 : line + 4));
    const int namesNeed = widest(texts.rows, metrics) + 3;
    const int names = std::min(namesNeed, area.width() * 2 / 5);
    area.setLeft(area.left() + names);
    const int titleRoom = texts.columnTitle.isEmpty() ? 0 : line + 2;
    const int cellGuess = std::max(1, area.width()) / std::max(1, columns);
    layout.upright = widest(texts.columns, metrics) > cellGuess - 2 && labelStep(area.width(), columns, line) == 1;
    const int columnLabels = layout.upright ? std::min(widest(texts.columns, metrics), area.height() / 3) : line;
    area.setBottom(area.bottom() - columnLabels - 4 - titleRoom);
    if (rows == 0 || columns == 0 || area.width() < 4 || area.height() < 4)
        return layout;
    constexpr double mostStretched = 1.8;
    const double width = area.width() / static_cast<double>(columns);
    const double height = area.height() / static_cast<double>(rows);
    const QSize size(static_cast<int>(std::min(width, mostStretched * height) * columns),
                     static_cast<int>(std::min(height, mostStretched * width) * rows));
    const int spare = std::min(area.width() - size.width(), namesNeed - names); // names may have what cells cannot use
    layout.map = QRect(area.topLeft() + QPoint(std::max(0, spare), 0), size);
    layout.bar = QRect(layout.map.right() + 1 + 2 * gap, layout.map.top(), barWidth, std::max(layout.map.height(), 4));
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
    // Pixels of cell i begin at floor(length · i / count).
    const auto index = [](int offset, int length, int count) { return ((offset + 1) * count - 1) / length; };
    return QPoint(index(position.x() - map.left(), map.width(), columns),
                  index(position.y() - map.top(), map.height(), rows));
}

} // namespace anchorscope::gui
