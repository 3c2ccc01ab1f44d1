// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"
#include "gui/plot/pointstyle.h"
#include "gui/state/selection.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

class DistanceController;
class VisibleItems;
class PanelGrid;

/// Titles of panels, and labels of points: items, classes at their centres, neighbours of the item under the pointer.
class PanelNames : public QObject
{
    Q_OBJECT

public:
    PanelNames(PanelGrid &panels, Workspace &workspace, ProjectionController &projections,
               DistanceController &distances, const Selection &selection, const VisibleItems &visible, Runner &drawing);

private:
    void showNames();
    void showTitles();
    void showAllClasses();
    void showClasses(Panel panel);
    void showNeighbours();

    PanelGrid &m_panels;
    Workspace &m_workspace;
    ProjectionController &m_projections;
    DistanceController &m_distances;
    const Selection &m_selection;
    const VisibleItems &m_visible;
    std::array<std::unique_ptr<JobSlot>, 4> m_finding;
};

/// Names of classes at their centres (classes × 2); leaves out those without a finite centre.
std::vector<ClassName> namesAt(const std::vector<std::string> &names, const Matrix &centres);

} // namespace anchorscope::gui
