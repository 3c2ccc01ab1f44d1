// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QPoint>
#include <QRect>
#include <QStringList>

#include <optional>

namespace anchorscope::gui {

/// Positions of the parts of a heat map in pixels.
struct HeatMapLayout
{
    static constexpr int gap = 6;
    static constexpr int headerHeight = 24;

    int rows = 0, columns = 0;
    QRect map; ///< area of all cells; empty without cells or if the page is too small
    QRect bar;
    bool upright = false; ///< true if column names are painted vertically

    QRect cellRect(int row, int column) const;
    /// Column (x) and row (y) of the cell at a position; nullopt: no cell.
    std::optional<QPoint> cellAt(QPoint position) const;
};

/// Texts around the cells; an empty text takes no space.
struct HeatMapTexts
{
    QStringList rows, columns;
    QString title, rowTitle, columnTitle;
    QStringList ofBar; ///< labels at the ends of the colour scale; empty: no colour scale
};

/// Makes cells as large as possible, at most 1.8 times as long as wide. Row names get at most two fifths of the width,
/// plus the width that cells cannot use; column names get at most a third of the height.
HeatMapLayout layOutHeatMap(QSize page, int rows, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics);

/// Size of the space around the cells if a row of cells is `cellsWidth` pixels wide and no row name is cut.
QSize aroundHeatMap(int cellsWidth, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics);

int widest(const QStringList &texts, const QFontMetrics &metrics);
/// Smallest n such that every n-th of `count` labels of size `needed` fits into `room` pixels without touching others.
int labelStep(int room, int count, int needed);

} // namespace anchorscope::gui
