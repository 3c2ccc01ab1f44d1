// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/transform.h"
#include "gui/controllers/projectioncontroller.h"
#include "gui/scatter/handles.h"

namespace anchorscope::gui {

class PlayController;
class ScatterView;

/// Handles around the panel “Y absolute” while somebody plays and the panel shows dimensions or a map: what they are
/// dragged to becomes a change of Y. One drag is one step of the history.
class PlayHandles : public QObject
{
    Q_OBJECT

public:
    /// All live as long as this.
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
    std::shared_ptr<const LoadedData> m_data; ///< as read: of the radius
    double m_radius = 1;                      ///< of Y as read, in its units
    Transform m_before;                       ///< when the handle was taken
    int m_drag = 0;                           ///< counts drags
};

} // namespace anchorscope::gui
