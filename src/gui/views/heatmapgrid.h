// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/heatmapview.h"

#include <array>

class QLabel;

namespace anchorscope::gui {

/// Grid of 2 × 2 heat maps with the same names: rows are named at the left, columns at the bottom, by numbers with a
/// key if the names do not fit. The cells of all maps have the same size.
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
    void placeMaps(int height);
    QString keyText() const;

    std::array<HeatMapView *, 4> m_maps; ///< the four maps, row by row
    QLabel *m_key;
};

} // namespace anchorscope::gui
