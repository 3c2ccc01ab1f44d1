// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"
#include "gui/plot/pointstyle.h"
#include "gui/state/selection.h"

namespace anchorscope::gui {

class DistanceController;
class PanelGrid;

/// Titles of the panels, and what their points are called: names or pictures of items, classes at their middle, and
/// which items are near to the one under the pointer.
class PanelNames : public QObject
{
    Q_OBJECT

public:
    PanelNames(PanelGrid &panels, Workspace &workspace, ProjectionController &projections,
               DistanceController &distances, const Selection &hidden);

private:
    void findGroups();
    void showNames();
    void showTitles();
    void showAllClasses();
    void showClasses(Panel panel);
    void showNeighbours();

    PanelGrid &m_panels;
    Workspace &m_workspace;
    ProjectionController &m_projections;
    DistanceController &m_distances;
    std::array<ColumnGroups, 2> m_groups; ///< of both spaces, that the legend has
};

} // namespace anchorscope::gui
