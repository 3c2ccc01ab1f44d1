// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotexport.h"
#include "gui/window/panelgrid.h"

namespace anchorscope::gui {

class LegendBar;

/// Figure for an export: any of the four panels, with the legend and a caption that states the provenance. It is never
/// visible in the window.
class Figure : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    Figure(const Workspace &workspace, const PanelGrid &panels, QWidget *parent);

    /// Parts of the figure that the user can omit: each panel, the legend, the caption.
    std::vector<Part> parts() const override;
    void showPart(std::size_t part, bool shown) override;
    bool shows(const QWidget *view) const; ///< true if `view` is one of the four panels, which the figure contains

    /// Restricts the figure to one panel, with the legend and the caption; null restores all panels.
    void showOnly(const QWidget *panel);
    /// Shows all panels without the caption, each row under a heading with the share of the partners that are found
    /// there: before, in the coordinates of the spaces, and after, relative to the anchors.
    void showBeforeAndAfter();

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

private:
    std::vector<ScatterView *> chosen() const;
    QString caption() const;
    void drawHeading(QPainter &painter, int row, const QRectF &room) const;
    /// Returns the height of the legend at this width. If `painter` is not null, also draws the legend at the top.
    double legend(QPainter *painter, double width) const;

    const Workspace &m_workspace;
    const PanelGrid &m_panels;
    const LegendBar &m_legend;
    std::array<bool, 6> m_shown{true, true, true, true, true, true};
    bool m_compares = false; ///< true: the rows have headings
};

} // namespace anchorscope::gui
