// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/optimizecontroller.h"

#include <QPolygonF>
#include <QTimer>

namespace anchorscope::gui {

/// Shows any recorded iteration of the chosen run in the relative panels, with the trajectories of the anchors, and can
/// restore an iteration as a new run.
class ReplayController : public QObject
{
    Q_OBJECT

public:
    ReplayController(Workspace &workspace, ProjectionController &projections, OptimizeController &optimizer,
                     Runner &runner, QObject *parent = nullptr);

    /// Recording of the chosen run. Null while a run is in progress, and until the recording of a session's run is
    /// completed.
    const Recording *recording() const { return m_recording.get(); }
    /// Index of the shown iteration in the recording (its frame); −1 if the result of the run is shown.
    int frame() const { return m_frame; }
    void show(int frame);
    /// Stops showing the recording, and shows the result of the run.
    void leave();
    /// Plays the recorded iterations, from the shown or first one to the result of the run; if it is playing, pauses.
    /// With reduced motion, only some iterations are shown, for a second each.
    void playOrPause();
    bool isPlaying() const { return m_clock.isActive(); }
    /// Adds the shown iteration as a new run and chooses that run, as a step that can be undone.
    void restore();
    bool restoring() const { return m_restoring.running(); }

Q_SIGNALS:
    /// Reports a change of recording(), frame(), isPlaying() or restoring().
    void changed();
    /// Reports the trajectories of the anchors in Y up to the shown iteration, one polyline per anchor, in coordinates
    /// of the panel “Y absolute”; may be empty.
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
    /// Plot of X that was visible before iterations of the recording were shown.
    std::shared_ptr<const Matrix> m_shownBefore;
    int m_frame = -1;
    QTimer m_clock; ///< timer that shows the next iteration; active while the recording plays
    JobSlot m_showing, m_restoring, m_opening;
    io::RunId m_openingOf = io::RunId::none;
};

} // namespace anchorscope::gui
