// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/transform.h"
#include "gui/controllers/projectioncontroller.h"
#include "gui/scatter/handles.h"

namespace anchorscope::gui {

class PlayController;
class ScatterView;

/// Handles around the panel “Y absolute” while the playground is active and the panel shows dimensions or a world map.
/// Dragging a handle transforms Y; each drag is one undo step.
class PlayHandles : public QObject
{
    Q_OBJECT

public:
    /// Creates the handles. All arguments must outlive this object.
    PlayHandles(Workspace &workspace, ProjectionController &projections, PlayController &play, ScatterView &panel);

private:
    void show();
    std::vector<Handle> handlesFor(PanelFrame frame) const;
    void take();
    void drag(int handle, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers);
    void release(int handle, bool moved);
    Transform after(Handle::Look look, QPointF from, QPointF to, bool other) const;
    PanelFrame frame() const;

    Workspace &m_workspace;
    ProjectionController &m_projections;
    PlayController &m_play;
    Handles &m_handles;
    std::shared_ptr<const LoadedData> m_data; ///< data before the transform of Y, from which m_radius was computed
    double m_radius = 1;                      ///< radius of the cloud of Y's vectors before the transform of Y
    Transform m_before;                       ///< transform at the start of the drag
    int m_drag = 0; ///< number of drags until now, from which the id of an undo step is computed
};

} // namespace anchorscope::gui
