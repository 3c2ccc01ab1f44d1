// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/optimizecontroller.h"

#include <QPolygonF>
#include <QTimer>

namespace anchorscope::gui {

/// Shows any recorded iteration of the chosen run in the relative panels, with the anchors' trajectories, and can
/// restore it as a new run.
class ReplayController : public QObject
{
    Q_OBJECT

public:
    ReplayController(Workspace &workspace, ProjectionController &projections, OptimizeController &optimizer,
                     Runner &runner, QObject *parent = nullptr);

    /// Recording of the chosen run. Null during a run, and until a session's recording is ready.
    const Recording *recording() const { return m_recording.get(); }
    /// Position of the shown frame in the recording; −1: the run's result.
    int frame() const { return m_frame; }
    void show(int frame);
    /// Leaves the recording and shows the run's result.
    void leave();
    /// Plays the iterations from the current or first one to the run's result; if already playing, pauses. With reduced
    /// motion, shows only some iterations, for a second each.
    void playOrPause();
    bool isPlaying() const { return m_clock.isActive(); }
    /// Adds the shown iteration as a new run and chooses it, as an undoable step.
    void restore();
    bool restoring() const { return m_restoring.running(); }

Q_SIGNALS:
    void changed(); ///< reports a change of recording(), frame(), isPlaying() or restoring()
    /// Reports trajectories of the anchors in Y up to the current frame, in the components of the panel “Y absolute”;
    /// may be empty.
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
    std::shared_ptr<const Matrix> m_shownBefore; ///< plot of X that was visible before the first frame was shown
    int m_frame = -1;
    QTimer m_clock; ///< timer that is active while the recording plays
    JobSlot m_showing, m_restoring, m_opening;
    io::RunId m_openingOf = io::RunId::none;
};

} // namespace anchorscope::gui
