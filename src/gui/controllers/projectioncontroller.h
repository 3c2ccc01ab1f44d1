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

/// A cloud in its principal components, or the reason why there is none.
struct Picture
{
    std::shared_ptr<const Matrix> coordinates; ///< n × p, p ≥ 2; null: none
    Vector explained;                          ///< p shares of the variance
    QString message;                           ///< shown instead of the points
    bool turned = false;                       ///< the first two axes are not the components themselves
    PanelFrame frame = PanelFrame::Components; ///< what the axes are; never automatic
    QString title = {};                        ///< of the file's own coordinates
    Index missing = 0;                         ///< items without coordinates
};

/// Whether a turn (core/projection/axisalignment.h) is more than a change of signs.
bool isTurn(const Matrix &turn);

/// The components that a panel shows of what is wanted: the first two where the picture has fewer.
Axes shownAxes(const Picture &picture, const Axes &wanted);
/// n × 2: the picture along two of its components.
Matrix along(const Picture &picture, const Axes &axes);
/// n × 2: where the items of a picture stand; NaN where they are hidden. `hidden`: null: none.
Matrix placesOf(const Picture &picture, const Axes &axes, const std::vector<char> *hidden);

/// How a picture differs from the one before.
enum class PictureChange {
    Fresh,   ///< another cloud
    Moved,   ///< the same items, elsewhere
    Running, ///< one of many steps of a run
};

/// Keeps prepared spaces and pictures up to date with the workspace, in the background.
class ProjectionController : public QObject
{
    Q_OBJECT

public:
    ProjectionController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);
    ~ProjectionController() override;

    const Picture &picture(Panel panel) const { return m_pictures[static_cast<std::size_t>(panel)]; }
    /// The components of the panel “Y absolute”.
    const Pca &frameOfY() const { return m_frameOfY; }
    /// Whether pictures of the workspace as it is now are on their way.
    bool busy() const { return m_preparing.running() || m_projecting.running() || m_mapping.running(); }

    /// Shows a run at an iteration: the relative clouds, along components that stay the same. Ends with endLive().
    void showLive(int iteration, const Picture &relativeX, const Picture &relativeY);
    void endLive();
    std::optional<int> liveIteration() const { return m_live; }

Q_SIGNALS:
    void picturesChanged(bool relative, anchorscope::gui::PictureChange change);
    /// Both spaces are prepared; while a hand moves, perhaps for a transform before the setup's.
    void moved(const anchorscope::gui::PreparedPair &spaces);
    void failed(const QString &sentence);

private:
    void prepare(bool anew);
    void project(bool anew, const PreparedPair &spaces);
    void mapNeighbours(const PreparedPair &spaces);
    void showMap(Panel panel, Matrix places, PictureChange change);
    void onSetupChanged(SetupChanges changes);
    void notPrepared(const Error &error);
    void setMessage(bool relative, const QString &message);

    Workspace &m_workspace;
    NewestSlot m_preparing, m_projecting; ///< so that pictures follow a moving hand
    JobSlot m_mapping;                    ///< neighbour maps of the absolute panels
    std::shared_ptr<Snapshots<std::pair<Panel, Matrix>>> m_mapViews;
    std::shared_ptr<const Matrix> m_mapOfX; ///< of m_x; null: not yet
    std::array<Picture, 4> m_pictures;
    Pca m_frameOfY;
    std::shared_ptr<const PreparedSpace> m_x; ///< prepared and shown as setup and view say; null: not yet
    std::optional<int> m_live;                ///< iteration that is shown
};

} // namespace anchorscope::gui
