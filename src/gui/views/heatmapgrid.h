// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/heatmapview.h"

#include <array>

namespace anchorscope::gui {

/// Grid of 2 × 2 heat maps with the same names: rows are named at the left, columns at the bottom. The cells of all
/// maps have the same size unless the longest name must be elided.
class HeatMapGrid : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    explicit HeatMapGrid(QWidget *parent = nullptr);

    HeatMapView *map(int row, int column) const
    {
        return m_maps[2 * static_cast<std::size_t>(row) + static_cast<std::size_t>(column)];
    }
    /// Arranges the maps; call after the names have changed. With `sameRange`, only the maps at the right show a colour
    /// bar.
    void arrange(bool sameRange);

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

    QSize sizeHint() const override { return 2 * m_maps[0]->sizeHint(); }
    QSize minimumSizeHint() const override { return 2 * m_maps[0]->minimumSizeHint(); }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void place();

    std::array<HeatMapView *, 4> m_maps; ///< the four maps, row by row
};

} // namespace anchorscope::gui
