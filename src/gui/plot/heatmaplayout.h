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
    QRect map;            ///< area of all cells; empty without room or cells
    QRect bar;            ///< area of the colour scale
    bool upright = false; ///< column labels are vertical

    QRect cellRect(int row, int column) const;
    std::optional<QPoint> cellAt(QPoint position) const; ///< x: column, y: row
};

/// Texts around the cells; an empty text takes no room.
struct HeatMapTexts
{
    QStringList rows, columns;
    QString title, rowTitle, columnTitle;
    QStringList ofBar; ///< labels at the ends of the colour bar; empty: no bar
};

/// Makes cells as large as possible, at most 1.8 times as long as wide. Row names get at most two fifths of the width
/// plus the width that the cells cannot use; column names a third of the height.
HeatMapLayout layOutHeatMap(QSize page, int rows, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics);

/// Size of everything around the cells if these are `cellsWidth` wide and no row name is cut.
QSize aroundHeatMap(int cellsWidth, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics);

int widest(const QStringList &texts, const QFontMetrics &metrics);
/// Step between labels of size `needed` that fit into the room without touching.
int labelStep(int room, int count, int needed);

} // namespace anchorscope::gui
