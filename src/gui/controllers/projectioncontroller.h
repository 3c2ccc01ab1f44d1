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

/// Coordinates of a panel's points, by default principal components, or the reason why there are none.
struct PanelPlot
{
    std::shared_ptr<const Matrix> coordinates; ///< coordinates, n × p, p ≥ 2; null: none
    Vector explained;                          ///< shares of the variance along the p axes
    QString message;                           ///< message shown instead of the points
    bool rotated = false;                      ///< true if the first two axes are rotated, so that they are not the
                                               ///< components themselves
    PanelFrame frame = PanelFrame::Components; ///< kind of coordinates, which is the meaning of the axes; never
                                               ///< Automatic
    QString title = {};                        ///< title of the file's own coordinates
    Index missing = 0;                         ///< number of items without coordinates
};

/// True if a rotation (core/projection/axisalignment.h) is more than a change of signs.
bool isRotation(const Matrix &turn);

/// Axes that a panel shows: the chosen ones, or the first two if the plot has too few components.
Axes shownAxes(const PanelPlot &plot, const Axes &requested);
/// Coordinates of the points along two axes, n × 2.
Matrix along(const PanelPlot &plot, const Axes &axes);
/// Like along(), but NaN for hidden items. `hidden` may be null.
Matrix placesOf(const PanelPlot &plot, const Axes &axes, const std::vector<char> *hidden);

/// Difference between a panel's coordinates and the previous ones.
enum class ProjectionChange {
    Fresh,   ///< the plot shows other points than before
    Moved,   ///< the plot shows the same items in other positions
    Running, ///< the same items at one of the many iterations of a run
};

/// Keeps prepared spaces and the panels' coordinates up to date with the workspace, in the background.
class ProjectionController : public QObject
{
    Q_OBJECT

public:
    ProjectionController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);
    ~ProjectionController() override;

    const PanelPlot &plot(Panel panel) const { return m_plots[static_cast<std::size_t>(panel)]; }
    /// Components of the panel “Y absolute”; may be empty.
    const Pca &frameOfY() const { return m_frameOfY; }
    /// True while the plots are being updated.
    bool busy() const { return m_preparing.running() || m_projecting.running() || m_mapping.running(); }

    /// Shows an iteration of a run in the relative panels, along fixed components, until endLive().
    void showLive(int iteration, const PanelPlot &relativeX, const PanelPlot &relativeY);
    void endLive();
    std::optional<int> liveIteration() const { return m_live; }

Q_SIGNALS:
    void projectionsChanged(bool relative, anchorscope::gui::ProjectionChange change);
    /// Reports that both spaces are prepared; during a drag, possibly for an earlier transform than that of the setup.
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
    NewestSlot m_preparing, m_projecting; ///< jobs that keep up with a drag
    JobSlot m_mapping;                    ///< jobs for neighbour maps of the absolute panels
    std::shared_ptr<Snapshots<std::pair<Panel, Matrix>>> m_mapViews;
    std::shared_ptr<const Matrix> m_mapOfX; ///< neighbour map of m_x; null: not ready
    std::array<PanelPlot, 4> m_plots;
    Pca m_frameOfY;
    std::shared_ptr<const PreparedSpace> m_x; ///< X prepared for the current setup and view; null: not ready
    std::optional<int> m_live;                ///< iteration of the run that the relative panels show
};

} // namespace anchorscope::gui
