// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/optimizecontroller.h"

#include <QPolygonF>
#include <QTimer>

namespace anchorscope::gui {

/// Goes back to any recorded iteration of the chosen run: the relative panels and the anchors' trajectories follow, and
/// an iteration can be restored as a run of its own.
class ReplayController : public QObject
{
    Q_OBJECT

public:
    ReplayController(Workspace &workspace, ProjectionController &projections, OptimizeController &optimizer,
                     Runner &runner, QObject *parent = nullptr);

    /// Of the chosen run; null while another runs, and until that of a session is ready.
    const Recording *recording() const { return m_recording.get(); }
    /// The frame that is shown, −1: the run's result.
    int frame() const { return m_frame; }
    void show(int frame);
    /// Back to the run's result.
    void leave();
    /// Shows iteration after iteration from the one that is shown, or from the first, up to the run's result, where it
    /// stops; or stops at once. Without animations (reduced motion) a few of them, each for a second.
    void playOrPause();
    bool isPlaying() const { return m_clock.isActive(); }
    /// Makes the shown iteration a run of its own and chooses it: a step that can be undone.
    void restore();
    bool restoring() const { return m_restoring.running(); }

Q_SIGNALS:
    void changed(); ///< recording(), frame(), isPlaying() or restoring()
    /// The trajectories of the anchors through Y so far, in the components of the panel “Y absolute”; empty: none.
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
    std::shared_ptr<const Matrix> m_shownBefore; ///< picture of X when the first frame was asked for
    int m_frame = -1;
    QTimer m_clock; ///< runs while the recording is played
    JobSlot m_showing, m_restoring, m_opening;
    io::RunId m_openingOf = io::RunId::none;
};

} // namespace anchorscope::gui
