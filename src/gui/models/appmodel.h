// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/autosavecontroller.h"
#include "gui/controllers/candidatecontroller.h"
#include "gui/controllers/disagreementcontroller.h"
#include "gui/controllers/distancecontroller.h"
#include "gui/controllers/experimentcontroller.h"
#include "gui/controllers/exportcontroller.h"
#include "gui/controllers/healthcontroller.h"
#include "gui/controllers/inspectorcontroller.h"
#include "gui/controllers/livescorecontroller.h"
#include "gui/controllers/mapcontroller.h"
#include "gui/controllers/mistakescontroller.h"
#include "gui/controllers/optimizecontroller.h"
#include "gui/controllers/pairnextcontroller.h"
#include "gui/controllers/replaycontroller.h"
#include "gui/controllers/scorecontroller.h"
#include "gui/controllers/seedcontroller.h"
#include "gui/controllers/sessioncontroller.h"
#include "gui/controllers/translationcontroller.h"
#include "gui/display/visibleitems.h"
#include "gui/models/recentfiles.h"
#include "gui/playground/playcontroller.h"

namespace anchorscope::gui {

/// State and controllers of the window, without widgets. The window uses it; it must outlive the window.
struct AppModel
{
    /// `off`: writes no recovery copies and no list of recent files, because no user is present, e.g. for screenshots.
    enum class Persistence { on, off };
    explicit AppModel(Persistence persistence = Persistence::on);

    /// Jobs that the status bar shows and the user can cancel.
    Runner runner;
    /// Runner of the jobs that draw panels with many points. `runner` is not used for them: eight long jobs take all of
    /// its threads, and the status bar would show the drawing job instead of the long one.
    Runner drawing{nullptr, drawingThreads};
    Workspace workspace;
    Selection selection{workspace};
    VisibleItems visible{workspace, selection, runner};
    ProjectionController projections{workspace, runner};
    OptimizeController optimizer{workspace, projections, runner};
    ReplayController replay{workspace, projections, optimizer, runner};
    ScoreController scores{workspace, runner};
    SessionController session{workspace, runner};
    AutosaveController autosave{workspace, session, runner};
    ExperimentController experiments{workspace, runner};
    TranslationController translation{workspace, runner};
    InspectorController inspector{workspace, selection, runner};
    ExportController exports{workspace, projections, selection, runner};
    PairTool pairTool{workspace};
    CandidateController candidates{workspace, pairTool, runner};
    PairNextController pairNext{workspace, pairTool, candidates, runner};
    SeedController seeds{workspace, runner};
    LiveScoreController liveScore{workspace, runner};
    PlayController play{workspace, projections, runner};
    HealthController health{workspace, runner};
    MistakesController mistakes{workspace, runner};
    MapController maps{workspace, runner};
    DisagreementController disagreement{workspace, runner};
    // Finds neighbours on the drawing threads (`drawing`), because this happens at every move of the mouse.
    DistanceController distances{workspace, selection, drawing};
    RecentFiles recentFiles;

    /// Draws a thumbnail of the panels; set by the window. Null without panels.
    std::function<QPixmap()> thumbnail = [] { return QPixmap(); };
    /// True while the data of a lesson are open: they are not listed as recent files, leave() keeps no copy of the
    /// work, and the retrieval of a new run is measured only while the Retrieval dock is visible, as for large spaces.
    bool inLesson = false;

    /// Stores whether the Retrieval dock is visible.
    void setRetrievalShown(bool shown);
    /// Lets the user continue the open work later, from the list of recent files. `closes`: the window is closing.
    void leave(bool closes = false);
    /// True if leave() keeps the open work for the list of recent files.
    bool keepsWork() const;
    /// True if the open work is the newest of the recent files, and `files` are its files.
    bool isOpen(const QStringList &files) const { return m_isRecent && recentFiles.at(0) == files; }
    /// True if nothing is being measured, opened or optimized.
    bool isIdle() const { return isFree() && optimizer.validating() == 0; }
    /// Like isIdle(), but ignores pending verdicts of finished runs.
    bool isFree() const;

private:
    static constexpr int drawingThreads = 4; ///< number of drawing threads, one for each panel

    /// True if the user has changed the data of a lesson after it ended.
    bool continuesLesson() const { return !inLesson && !m_lessonFiles.isEmpty() && workspace.isModified(); }
    bool isMeasuredWhenShown() const;
    void measureNewRun();
    void listOpened(const QStringList &paths);
    void noteResult();
    void showThumbnail(const QPixmap &panels);

    bool m_isRetrievalShown = false;
    bool m_isRecent = false;   ///< true if the newest of recentFiles is open
    QStringList m_lessonFiles; ///< open data of a lesson, listed when the user leaves changes made after the lesson
};

} // namespace anchorscope::gui
