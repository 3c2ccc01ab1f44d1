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

/// State and controllers of the window, without widgets. Created before the window, which uses it, and destroyed after
/// it.
struct AppModel
{
    /// Whether recovery copies and the list of recent files are written; they are not if the program runs without a
    /// user (for screenshots).
    enum class Persistence { on, off };
    explicit AppModel(Persistence persistence = Persistence::on);

    /// Runs the jobs that the status bar shows and that the user can cancel.
    Runner runner;
    /// Runs the jobs that draw panels with many points, on a few threads of their own. They do not use `runner`: eight
    /// paused or long jobs would block drawing during a drag, and a drawing job would replace the job that the status
    /// bar shows.
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
    // The controller of distances uses `drawing`, because it finds neighbours at every move of the mouse.
    DistanceController distances{workspace, selection, drawing};
    RecentFiles recentFiles;

    /// Draws a thumbnail of the panels; set by the window. Returns a null pixmap without panels.
    std::function<QPixmap()> thumbnail = [] { return QPixmap(); };
    bool keepsWork = true; ///< false during a lesson, whose steps are not the user's work
    /// Keeps the open work with its recent file, with a thumbnail, so that it can be continued. `closes`: the window is
    /// about to be closed.
    void leave(bool closes = false);
    /// True if the open work is the newest of the recent files, and these are its files.
    bool isOpen(const QStringList &files) const { return m_isRecent && recentFiles.at(0) == files; }
    /// True if nothing is being measured, opened or optimized.
    bool isIdle() const { return isFree() && optimizer.validating() == 0; }
    /// Like isIdle(), but ignores jobs that compute the verdicts of finished runs.
    bool isFree() const;

private:
    static constexpr int drawingThreads = 4; ///< number of drawing threads, one for each of the four panels

    void measureNewRun();
    void noteResult();

    bool m_isRecent = false; ///< true if the newest entry of recentFiles is the open data
};

} // namespace anchorscope::gui
