// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"

#include <QMenu>

class QActionGroup;

namespace anchorscope::gui {

/// Menu for the axes of a panel: components with their shares of the variance and, for absolute panels, coordinates
/// such as a neighbour map. Both relative panels have the same axes.
class AxisMenu : public QMenu
{
    Q_OBJECT

public:
    AxisMenu(const QString &title, Workspace &workspace, const ProjectionController &projections, Panel panel,
             QWidget *parent = nullptr);

private:
    void fill();
    void addList(QMenu &menu, QActionGroup &group, int Axes::*axis);
    void addFrames();
    void choose(const Axes &axes);

    Workspace &m_workspace;
    const ProjectionController &m_projections;
    const Panel m_panel;
    QMenu *m_horizontal, *m_vertical;
    QMenu *m_frames = nullptr; ///< menu of coordinates; null for a relative panel

    /// Entries of the lists for the horizontal axis, the vertical axis and the coordinates.
    QActionGroup *m_horizontals, *m_verticals, *m_choices;
    QAction *m_swap;
};

/// Name of a component, such as "PC 1 (7.1%)"; empty if the plot does not have it.
QString componentName(const PanelPlot &plot, int component);

} // namespace anchorscope::gui
