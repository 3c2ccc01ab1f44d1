// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotexport.h"
#include "gui/window/panelgrid.h"

namespace anchorscope::gui {

class LegendBar;

/// Any of the four panels as one drawing, with what the colours mean and how it came about. Never on the screen.
class Figure : public QWidget, public ExportablePlot
{
    Q_OBJECT

public:
    Figure(const Workspace &workspace, const PanelGrid &panels, QWidget *parent);

    std::vector<Part> parts() const override; ///< the panels, the legend, the caption
    void showPart(std::size_t part, bool shown) override;
    bool shows(const QWidget *view) const; ///< it is one of the panels
    void showOnly(const QWidget *panel);   ///< that panel with legend and caption; null: all of them

    void drawPlot(QPainter &painter, const QSizeF &size) override;
    void restyle() override;

private:
    std::vector<ScatterView *> chosen() const;
    QString caption() const;
    /// Draws the legend at the top of a width, unless `painter` is null; the height it takes.
    double legend(QPainter *painter, double width) const;

    const Workspace &m_workspace;
    const PanelGrid &m_panels;
    const LegendBar &m_legend;
    std::array<bool, 6> m_shown{true, true, true, true, true, true};
};

} // namespace anchorscope::gui
