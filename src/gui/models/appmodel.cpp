// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/appmodel.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

AppModel::AppModel(Persistence persistence)
{
    if (persistence == Persistence::on) {
        QObject::connect(&session, &SessionController::opened, &recentFiles,
                         [this](const QStringList &paths) { listOpened(paths); });
        QObject::connect(&session, &SessionController::saved, &recentFiles, [this](const QString &path) {
            if (path == session.sessionPath()) { // only sessions are listed, not saved files of seeds
                // The saved session file replaces the copy of the unsaved work.
                if (m_isRecent && recentFiles.at(0) != QStringList(path)) {
                    QFile::remove(RecentFiles::copyOf(recentFiles.at(0)));
                    recentFiles.setKeptWork(false);
                }
                recentFiles.add({path});
                m_isRecent = true;
                autosave.setFiles(recentFiles.at(0));
            }
            noteResult();
        });
        QObject::connect(&autosave, &AutosaveController::written, &recentFiles,
                         [this](const QString &, const QString &picture) {
                             const QPixmap panels = thumbnail();
                             panels.save(picture);
                             showThumbnail(panels); // leave() is not called if a signal ends the process
                         });
        QObject::connect(&workspace, &Workspace::verdictReady, &recentFiles, [this] { noteResult(); });
    } else {
        autosave.disable();
    }
    QObject::connect(&session, &SessionController::healthRequested, &health, &HealthController::measureAgain);
    // Delays measureNewRun() until an opened session has set its scores as well, so that only new runs are measured.
    QObject::connect(
        &workspace, &Workspace::runsChanged, &scores, [this] { measureNewRun(); }, Qt::QueuedConnection);
    QObject::connect(&optimizer, &OptimizeController::validationEnded, &scores, [this] { measureNewRun(); });
}

/// Lists opened files. Recovered work and the data of a lesson are not listed, because they are not files of the user.
void AppModel::listOpened(const QStringList &paths)
{
    m_isRecent = !paths.isEmpty() && !inLesson;
    m_lessonFiles = inLesson ? paths : QStringList();
    if (m_isRecent && session.recoveredFrom().isEmpty())
        recentFiles.addNew(paths);
    else if (m_isRecent)
        recentFiles.add(paths);
    autosave.setFiles(m_isRecent ? recentFiles.at(0) : QStringList());
    noteResult(); // adds the opened session's verdict, if any, to the list of recent files
}

bool AppModel::isFree() const
{
    return runner.jobs().size() <= optimizer.validating() && optimizer.state() == OptimizeController::State::Idle &&
           !session.busy();
}

void AppModel::noteResult()
{
    const io::RunRecord *run = workspace.hasData() ? workspace.chosenRun() : nullptr;
    if (!m_isRecent || !run || run->summary.verdict.alignment == Alignment::notJudged)
        return;
    if (!session.sessionPath().isEmpty() && workspace.isModified())
        return; // the listed session does not contain the run yet
    recentFiles.setResult(
        RecentFiles::tr("%1 · %2 seeds").arg(verdictHeadline(run->summary.verdict)).arg(run->seedsOfY.size()));
}

/// Stores a thumbnail of the panels in the list of recent files if the open work is listed.
void AppModel::showThumbnail(const QPixmap &panels)
{
    if (m_isRecent && !panels.isNull())
        recentFiles.setThumbnail(panels);
}

void AppModel::leave(bool closes)
{
    if (continuesLesson()) {
        recentFiles.addNew(std::exchange(m_lessonFiles, {}));
        m_isRecent = true;
    }
    if (inLesson || !m_isRecent || !workspace.hasData())
        return;
    showThumbnail(thumbnail());
    if (workspace.isModified() && keepsWork())
        recentFiles.setKeptWork(true);
    autosave.keep(RecentFiles::copyOf(recentFiles.at(0)), closes);
}

bool AppModel::keepsWork() const
{
    const bool isListed = (m_isRecent && !inLesson) || continuesLesson();
    return isListed && workspace.hasData() && session.sessionPath().isEmpty();
}

void AppModel::setRetrievalShown(bool shown)
{
    m_isRetrievalShown = shown;
    if (isMeasuredWhenShown() && !scores.measuringRetrieval())
        measureNewRun();
}

/// True if the retrieval of a new run is measured only while its dock is visible: of large data, and of others until
/// the run has its verdict.
bool AppModel::isMeasuredWhenShown() const
{
    const io::RunRecord *run = workspace.hasData() ? workspace.chosenRun() : nullptr;
    return inLesson || (run && optimizer.isValidating(run->id)) ||
           (workspace.hasData() &&
            std::max(workspace.data()->size(Side::x), workspace.data()->size(Side::y)) > MapController::mostUnasked);
}

void AppModel::measureNewRun()
{
    if (!workspace.chosenRun() || !workspace.isModified() || (isMeasuredWhenShown() && !m_isRetrievalShown))
        return;
    if (!workspace.isRetrievalCurrent() && scores.retrievalObstacle().isEmpty())
        scores.measureRetrieval();
}

} // namespace anchorscope::gui
