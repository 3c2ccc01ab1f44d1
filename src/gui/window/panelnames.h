// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"
#include "gui/plot/pointstyle.h"

namespace anchorscope::gui {

class DistanceController;
class PanelGrid;

/// Tells the panels what their points are called: names or pictures of items, classes at their middle, and which items
/// are near to the one under the pointer.
class PanelNames : public QObject
{
    Q_OBJECT

public:
    PanelNames(PanelGrid &panels, Workspace &workspace, ProjectionController &projections,
               DistanceController &distances);

private:
    void showNames();
    void showClasses(Panel panel);
    void showNeighbours();

    PanelGrid &m_panels;
    Workspace &m_workspace;
    ProjectionController &m_projections;
    DistanceController &m_distances;
};

} // namespace anchorscope::gui
