// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/appmodel.h"

#include "gui/learn/lessonparts.h"

namespace anchorscope::gui {

AppModel::AppModel(Traces traces)
{
    if (traces == Traces::kept) {
        QObject::connect(&session, &SessionController::opened, &recentFiles, [this](const QStringList &paths) {
            if (!paths.isEmpty()) // recovered work has no file yet
                recentFiles.add(paths);
        });
        QObject::connect(&session, &SessionController::saved, &recentFiles, [this](const QString &path) {
            if (path == session.sessionPath()) // not seeds
                recentFiles.add({path});
        });
    } else {
        autosave.disable();
    }
    QObject::connect(&session, &SessionController::healthWanted, &health, &HealthController::measureAgain);
    // Queued: runs that come with a session bring their scores along; only a new one has to be measured.
    QObject::connect(
        &workspace, &Workspace::runsChanged, &scores, [this] { measureNewRun(); }, Qt::QueuedConnection);
}

LessonParts AppModel::lessonParts(QMainWindow &window)
{
    return {window, runner,  workspace,   selection, projections, optimizer, replay,
            scores, session, experiments, seeds,     liveScore,   play,      health};
}

void AppModel::measureNewRun()
{
    if (!workspace.chosenRun() || !workspace.isModified())
        return;
    if (!workspace.isRetrievalCurrent() && scores.retrievalObstacle().isEmpty())
        scores.measureRetrieval();
    if (!workspace.isStitchingCurrent() && scores.stitchingObstacle().isEmpty())
        scores.measureStitching();
}

} // namespace anchorscope::gui
