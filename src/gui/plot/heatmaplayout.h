// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QPoint>
#include <QRect>
#include <QStringList>

#include <optional>

namespace anchorscope::gui {

/// Where the parts of a heat map stand on their page, in pixels.
struct HeatMapLayout
{
    static constexpr int gap = 6;
    static constexpr int headerHeight = 24;

    int rows = 0, columns = 0;
    QRect map;            ///< of all cells; empty where there is no room, or nothing to show
    QRect bar;            ///< of the colours
    bool upright = false; ///< labels of columns, where they are too long to lie

    QRect cellRect(int row, int column) const;
    std::optional<QPoint> cellAt(QPoint position) const; ///< x: column, y: row
};

/// What is written around the cells; an empty text takes no room.
struct HeatMapTexts
{
    QStringList rows, columns;
    QString title, rowTitle, columnTitle;
    QStringList ofBar; ///< at the ends of the colour bar; empty: no bar
};

/// Cells as large as there is room for, at most 1.8 times as long as wide. Names of rows get two fifths of the width at
/// most, and what the cells cannot use; those of columns a third of the height.
HeatMapLayout layOutHeatMap(QSize page, int rows, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics);

/// What a page has beside its cells if these are so wide and no name of a row is cut.
QSize aroundHeatMap(int cellsWidth, int columns, const HeatMapTexts &texts, const QFontMetrics &metrics);

int widest(const QStringList &texts, const QFontMetrics &metrics);
/// Every how many labels of the size `needed` fit into the room, so that neighbours do not touch.
int labelStep(int room, int count, int needed);

} // namespace anchorscope::gui
