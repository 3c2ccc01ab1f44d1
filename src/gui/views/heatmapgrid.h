// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/heatmapview.h"

#include <array>

class QLabel;

namespace anchorscope::gui {

/// Grid of 2 × 2 heat maps with equal cells and common names of rows, at the left, and of columns, at the bottom. If
/// the names do not fit, numbers replace them, and a text below explains the numbers.
class HeatMapGrid : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    explicit HeatMapGrid(QWidget *parent = nullptr);

    HeatMapView *map(int row, int column) const
    {
        return m_maps[2 * static_cast<std::size_t>(row) + static_cast<std::size_t>(column)];
    }
    /// Arranges the heat maps; call it after names have changed. If `sameRange`, the heat maps have a common colour
    /// scale, and only those on the right have a colour bar.
    void arrange(bool sameRange);

    /// Sets the number of rows that are shown: both, or only the first one, whose heat maps are then larger.
    void setRows(int rows);

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

    QSize sizeHint() const override { return sizeOf(m_maps[0]->sizeHint()); }
    QSize minimumSizeHint() const override { return sizeOf(m_maps[0]->minimumSizeHint()); }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void place();
    void placeMaps(int height);
    QString keyText() const;
    QSize sizeOf(QSize map) const { return {2 * map.width(), m_rows * map.height()}; }

    std::array<HeatMapView *, 4> m_maps; ///< the four heat maps, row by row
    QLabel *m_key;
    int m_rows = 2;
    bool m_sameRange = true;
};

} // namespace anchorscope::gui
