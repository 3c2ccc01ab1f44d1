// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/pca.h"
#include "gui/state/workspace.h"
#include "jobs/newestslot.h"
#include "jobs/snapshots.h"

#include <array>
#include <optional>

namespace anchorscope::gui {

inline Side sideOf(Panel panel)
{
    return panel == Panel::AbsoluteX || panel == Panel::RelativeX ? Side::x : Side::y;
}

/// Coordinates of a panel's points (by default along principal components), or the reason why there are none.
struct PanelPlot
{
    /// Coordinates of the points, n × p with p ≥ 2; null: there are none.
    std::shared_ptr<const Matrix> coordinates;
    /// Share of the variance along each of the p axes.
    Vector explained;
    /// Reason shown in the panel instead of points; otherwise empty.
    QString message;
    /// True if the axes are rotated, so that they are not the principal components themselves.
    bool rotated = false;
    /// Kind of the coordinates, which determines the meaning of the axes; never Automatic.
    PanelFrame frame = PanelFrame::Components;
    QString title = {}; ///< title of the coordinates if they are read from the file
    Index missing = 0;  ///< number of items that have no coordinates
};

/// True if a rotation of axes (core/projection/axisalignment.h) does more than change their signs.
bool isRotation(const Matrix &turn);

/// Axes along which a panel shows its points: the requested ones, or the first two if the plot has too few.
Axes shownAxes(const PanelPlot &plot, const Axes &requested);
/// Coordinates of the points along two axes, n × 2.
Matrix along(const PanelPlot &plot, const Axes &axes);
/// Coordinates like those of along(), but NaN for hidden items. `hidden`: 1 for each hidden item; null: none is hidden.
Matrix placesOf(const PanelPlot &plot, const Axes &axes, const std::vector<char> *hidden);

/// Kind of change from a panel's previous coordinates to the current ones.
enum class ProjectionChange {
    Fresh,   ///< the panel shows other points than before
    Moved,   ///< the panel shows the points of the same items in other positions
    Running, ///< the positions of the same items change often: during a run, a drag or the making of a neighbour map
};

/// Pre-processes the spaces and computes the coordinates of all panels in the background, whenever the workspace
/// changes.
class ProjectionController : public QObject
{
    Q_OBJECT

public:
    ProjectionController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);
    ~ProjectionController() override;

    const PanelPlot &plot(Panel panel) const { return m_plots[static_cast<std::size_t>(panel)]; }
    /// Principal components along which the panel “Y absolute” shows its points; may be empty.
    const Pca &frameOfY() const { return m_frameOfY; }
    /// True while spaces or plots are being computed.
    bool busy() const { return m_preparing.running() || m_projecting.running() || m_mapping.running(); }

    /// Shows an iteration of a run in the relative panels; the axes do not change until endLive().
    void showLive(int iteration, const PanelPlot &relativeX, const PanelPlot &relativeY);
    void endLive();
    std::optional<int> liveIteration() const { return m_live; }

Q_SIGNALS:
    void projectionsChanged(bool relative, anchorscope::gui::ProjectionChange change);
    /// Reports that both spaces are pre-processed; while the user drags a control, possibly with an earlier transform
    /// than the setup has.
    void moved(const anchorscope::gui::PreparedPair &spaces);
    void failed(const QString &sentence);

private:
    void prepare(bool anew);
    void project(bool anew, const PreparedPair &spaces);
    void mapNeighbours(const PreparedPair &spaces);
    void showMap(Panel panel, Matrix places, ProjectionChange change);
    void onSetupChanged(SetupChanges changes);
    void notPrepared(const Error &error);
    void setMessage(bool relative, const QString &message);

    Workspace &m_workspace;
    /// Jobs of which only the newest is of interest, so that the plots follow a drag.
    NewestSlot m_preparing, m_projecting;
    /// Job that computes the neighbour maps of the absolute panels.
    JobSlot m_mapping;
    std::shared_ptr<Snapshots<std::pair<Panel, Matrix>>> m_mapViews;
    /// Neighbour map of X; null: not computed.
    std::shared_ptr<const Matrix> m_mapOfX;
    std::array<PanelPlot, 4> m_plots;
    Pca m_frameOfY;
    /// X after pre-processing with the current settings; null: not computed.
    std::shared_ptr<const PreparedSpace> m_x;
    /// Iteration of a run that the relative panels show; nullopt: they show the result.
    std::optional<int> m_live;
};

} // namespace anchorscope::gui
