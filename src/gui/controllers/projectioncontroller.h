// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/pca.h"
#include "gui/state/anchoredinput.h"
#include "jobs/jobslot.h"
#include "jobs/snapshots.h"

#include <array>
#include <optional>

namespace anchorscope::gui {

inline Side sideOf(Panel panel)
{
    return panel == Panel::AbsoluteX || panel == Panel::RelativeX ? Side::x : Side::y;
}

/// Coordinates of a panel's points, or the reason why there are none.
struct PanelPlot
{
    /// Coordinates of the points, n × p with p ≥ 2; null: none.
    std::shared_ptr<const Matrix> coordinates;
    Vector explained;
    /// Text that the panel shows instead of points; empty: none.
    QString message;
    /// True if the axes are rotated principal components.
    bool rotated = false;
    /// Kind of the coordinates and thus of the axes; never Automatic.
    PanelFrame frame = PanelFrame::Components;
    QString title = {}; ///< title of the coordinates if they are read from the file
    Index missing = 0;  ///< number of items that have no coordinates
};

/// Plots of both relative panels.
struct RelativePlots
{
    PanelPlot x, y;
    Matrix turn = {}; ///< rotation of the principal components
};

/// True if `turn`, a rotation of axes (core/projection/axisalignment.h), does more than change their signs.
bool isRotation(const Matrix &turn);

/// Axes along which a panel shows its points: the requested ones or, if `plot` does not have them, the first two.
Axes shownAxes(const PanelPlot &plot, const Axes &requested);
Matrix along(const PanelPlot &plot, const Axes &axes);
/// Coordinates of the points along two axes, n × 2; NaN for hidden items. `hidden`: 1 for each hidden item; null: none.
Matrix placesOf(const PanelPlot &plot, const Axes &axes, const std::vector<char> *hidden);

enum class ProjectionChange {
    Fresh,   ///< the panel shows other points than before
    Moved,   ///< the panel shows the same items in other positions
    Running, ///< the same items move often: during a run, a drag or while a neighbour map is computed
};

/// Pre-processes the spaces and computes the coordinates of all panels in the background when the workspace changes.
class ProjectionController : public QObject
{
    Q_OBJECT

public:
    ProjectionController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);
    ~ProjectionController() override;

    const PanelPlot &plot(Panel panel) const { return m_plots[static_cast<std::size_t>(panel)]; }
    /// Principal components that are the axes of the panel “Y absolute”; may be empty.
    const Pca &frameOfY() const { return m_frameOfY; }
    bool busy() const { return m_preparing.running() || m_projecting.running() || m_mapping.running(); }

    /// Shows an iteration of a run in the relative panels; the axes are fixed until endLive().
    void showLive(int iteration, const PanelPlot &relativeX, const PanelPlot &relativeY);
    void endLive();
    std::optional<int> liveIteration() const { return m_live; }

Q_SIGNALS:
    void projectionsChanged(bool relative, anchorscope::gui::ProjectionChange change);
    /// Reports that both spaces are pre-processed; while Y is dragged, its transform may be older than the setup's.
    void moved(const anchorscope::gui::PreparedPair &spaces);
    void failed(const QString &sentence);

private:
    void prepare(bool anew);
    void project(bool anew, const PreparedPair &spaces);
    void showRelative(RelativePlots plots);
    void mapNeighbours(const PreparedPair &spaces);
    void showMap(Panel panel, Matrix places, ProjectionChange change);
    void onSetupChanged(SetupChanges changes);
    void notPrepared(const Error &error);
    void setMessage(bool relative, const QString &message);

    Workspace &m_workspace;
    /// Slots that start only the newest waiting job after the running one, so that the plots follow a drag of Y.
    NewestSlot m_preparing, m_projecting;
    JobSlot m_mapping;
    std::shared_ptr<Snapshots<std::pair<Panel, Matrix>>> m_mapViews;
    std::shared_ptr<const Matrix> m_mapOfX;
    std::array<PanelPlot, 4> m_plots;
    LastResults<std::pair<AnchoredKey, PcaFit>, RelativePlots> m_lastPlots;
    Pca m_frameOfY;
    /// X after pre-processing; null: not computed with the current settings.
    std::shared_ptr<const PreparedSpace> m_x;
    std::optional<int> m_live;
};

} // namespace anchorscope::gui
