// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotexport.h"
#include "gui/window/panelgrid.h"

namespace anchorscope::gui {

class LegendBar;

/// Figure for an export: panels, legend, and a caption with the provenance. Never visible in the window.
class Figure : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    Figure(const Workspace &workspace, const PanelGrid &panels, QWidget *parent);

    std::vector<Part> parts() const override;
    void showPart(std::size_t part, bool shown) override;
    bool shows(const QWidget *view) const; ///< true if `view` is one of the four panels

    /// Shows one panel with the legend and the caption; null: all panels.
    void showOnly(const QWidget *panel);
    /// Shows all panels without the caption. Each row has a heading with the share of partners that are found: before,
    /// in the coordinates of the spaces, and after, relative to the anchors.
    void showBeforeAndAfter();
    /// Heading of a row of panels: names the coordinates that the panels show.
    QString heading(int row) const;

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

private:
    std::vector<ScatterView *> chosen() const;
    QString caption() const;
    void drawHeading(QPainter &painter, int row, const QRectF &room) const;
    /// Height of the legend at this width. If `painter` is not null, also draws it at the top.
    double legend(QPainter *painter, double width) const;

    const Workspace &m_workspace;
    const PanelGrid &m_panels;
    const LegendBar &m_legend;
    std::array<bool, 6> m_shown{true, true, true, true, true, true};
    bool m_compares = false; ///< true if the rows of panels have headings
};

} // namespace anchorscope::gui
