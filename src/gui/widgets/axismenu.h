// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"

#include <QMenu>

class QActionGroup;

namespace anchorscope::gui {

/// Menu for the axes of a panel: for each axis, a list of components with their shares of the variance; for absolute
/// panels also a list of coordinates, such as a neighbour map. Both relative panels have the same axes.
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
    QMenu *m_frames = nullptr; ///< menu with the list of coordinates; null for a relative panel

    /// Entries of three lists: components for the horizontal axis, those for the vertical axis, and coordinates.
    QActionGroup *m_horizontals, *m_verticals, *m_choices;
    QAction *m_swap;
};

/// Name of a component, e.g. "PC 1 (7.1%)"; empty if the plot does not have this component.
QString componentName(const PanelPlot &plot, int component);

} // namespace anchorscope::gui
