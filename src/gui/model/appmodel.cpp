// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/model/appmodel.h"

namespace anchorscope::gui {

AppModel::AppModel(Traces traces)
{
    if (traces == Traces::kept) {
        QObject::connect(&session, &SessionController::opened, &recentFiles, [this](const QStringList &paths) {
            m_isRecent = !paths.isEmpty(); // recovered work has no file yet
            if (m_isRecent)
                recentFiles.add(paths);
            noteResult(); // of a session
        });
        QObject::connect(&session, &SessionController::saved, &recentFiles, [this](const QString &path) {
            if (path == session.sessionPath()) // not seeds
                recentFiles.add({path});
            noteResult();
        });
        QObject::connect(&workspace, &Workspace::runJudged, &recentFiles, [this] { noteResult(); });
    } else {
        autosave.disable();
    }
    QObject::connect(&session, &SessionController::healthWanted, &health, &HealthController::measureAgain);
    // Queued: runs that come with a session bring their scores along; only a new one has to be measured.
    QObject::connect(
        &workspace, &Workspace::runsChanged, &scores, [this] { measureNewRun(); }, Qt::QueuedConnection);
}

bool AppModel::isFree() const
{
    return runner.jobs().size() <= optimizer.validating() && optimizer.state() == OptimizeController::State::Idle &&
           !session.busy();
}

/// Beside the newest of the recent files, which is what is open.
void AppModel::noteResult()
{
    const io::RunRecord *run = workspace.chosenRun();
    if (!m_isRecent || !run || run->summary.verdict.alignment == Alignment::notJudged)
        return;
    recentFiles.setResult(
        RecentFiles::tr("%1 · %2 seeds").arg(verdictHeadline(run->summary.verdict)).arg(run->seedsOfY.size()));
}

void AppModel::notePicture(const QPixmap &picture)
{
    if (m_isRecent && workspace.hasData() && !picture.isNull())
        recentFiles.setPicture(picture);
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
