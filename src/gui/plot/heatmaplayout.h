// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QPoint>
#include <QRect>
#include <QStringList>

#include <optional>

namespace anchorscope::gui {

/// Positions of the parts of a heat map, in pixels.
struct HeatMapLayout
{
    static constexpr int gap = 6;
    static constexpr int headerHeight = 24;

    int rows = 0, columns = 0;
    QRect map;            ///< area of all cells; empty without space or cells
    QRect bar;            ///< area of the colour scale
    bool upright = false; ///< true if column labels are vertical

    QRect cellRect(int row, int column) const;
    std::optional<QPoint> cellAt(QPoint position) const; ///< cell at a position (x: column, y: row)
};

/// Texts around the cells of a heat map; an empty text takes no space.
struct HeatMapTexts
{
    QStringList rows, columns;
    QString title, rowTitle, columnTitle;
    QStringList ofBar; ///< labels at the ends of the colour bar; empty: no bar
};

/// Computes the layout of a heat map with cells as large as possible, at most 1.8 times as long as wide. Row names get
/// at most two fifths of the width plus the width that the cells cannot use; column names a third of the height.
HeatMapLayout layOutHeatMap(QSize page, int rows, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics);

/// Size of all parts around the cells if the cells are `cellsWidth` wide and no row name is cut.
QSize aroundHeatMap(int cellsWidth, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics);

int widest(const QStringList &texts, const QFontMetrics &metrics);
/// Step between labels, so that labels of size `needed` do not touch: every n-th of `count` is shown.
int labelStep(int room, int count, int needed);

} // namespace anchorscope::gui
