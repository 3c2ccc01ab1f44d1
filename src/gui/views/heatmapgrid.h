// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/heatmapview.h"

#include <array>

namespace anchorscope::gui {

/// Two by two heat maps over the same names: rows are named at the left, columns at the bottom, and the cells of all
/// maps are equally large, unless the longest name has to be cut.
class HeatMapGrid : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    explicit HeatMapGrid(QWidget *parent = nullptr);

    HeatMapView *map(int row, int column) const
    {
        return m_maps[2 * static_cast<std::size_t>(row) + static_cast<std::size_t>(column)];
    }
    /// After their names have changed. If their ranges are the same, the right maps show the colours for the left ones.
    void arrange(bool sameRange);

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

    QSize sizeHint() const override { return 2 * m_maps[0]->sizeHint(); }
    QSize minimumSizeHint() const override { return 2 * m_maps[0]->minimumSizeHint(); }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void place();

    std::array<HeatMapView *, 4> m_maps; ///< row by row
};

} // namespace anchorscope::gui
