// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/optimizecontroller.h"

#include <QPolygonF>
#include <QTimer>

namespace anchorscope::gui {

/// Shows a recorded iteration of the chosen run and the trajectories of the anchors, or restores it as a new run.
class ReplayController : public QObject
{
    Q_OBJECT

public:
    ReplayController(Workspace &workspace, ProjectionController &projections, OptimizeController &optimizer,
                     Runner &runner, QObject *parent = nullptr);

    /// Recording of the chosen run. Null during a run, and until the recording of a run from a session is complete.
    const Recording *recording() const { return m_recording.get(); }
    /// Index of the shown iteration in the recording; −1 if the result of the run is shown.
    int frame() const { return m_frame; }
    void show(int frame);
    /// Shows the result of the run instead of the recording.
    void leave();
    /// Plays the recording from the shown or first iteration to the result, or pauses it. If the desktop reduces
    /// motion, only some iterations are shown, for a second each.
    void playOrPause();
    bool isPlaying() const { return m_clock.isActive(); }
    /// Adds the shown iteration as a new run and chooses that run; the user can undo this.
    void restore();
    bool restoring() const { return m_restoring.running(); }

Q_SIGNALS:
    /// Reports a change of recording(), frame(), isPlaying() or restoring().
    void changed();
    /// Reports the trajectories of Y's anchors up to the shown iteration, as polylines in the panel “Y absolute”; may
    /// be empty.
    void trajectoriesChanged(const std::vector<QPolygonF> &trajectories);
    void failed(const QString &sentence);

private:
    void follow();
    void openSaved(const io::RunRecord &run);
    void showFrame(int frame);
    void playOn();
    std::vector<QPolygonF> trajectories() const;

    Workspace &m_workspace;
    ProjectionController &m_projections;
    OptimizeController &m_optimizer;
    std::shared_ptr<const Recording> m_recording;
    std::shared_ptr<const Matrix> m_shownBefore;
    int m_frame = -1;
    QTimer m_clock; ///< timer that shows the next iteration; active while the recording plays
    JobSlot m_showing, m_restoring, m_opening;
    io::RunId m_openingOf = io::RunId::none;
};

} // namespace anchorscope::gui
