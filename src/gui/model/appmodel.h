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
#include "gui/models/recentfiles.h"
#include "gui/playground/playcontroller.h"
#include "gui/present/itemsight.h"

namespace anchorscope::gui {

/// All that the window shows and steers, without a widget: the data and what is known of them, the threads, and who
/// does the work. Made before the window, which refers to it, and gone after it.
struct AppModel
{
    /// What a program leaves with the user when it is killed: recovery copies and recent files, or, when nobody works
    /// with it (pictures of the window), nothing.
    enum class Traces { kept, none };
    explicit AppModel(Traces traces = Traces::kept);

    Runner runner; ///< of everything that the user can wait for, watch in the status bar and cancel
    /// Panels of many points are drawn here, all with the same few threads. Not by `runner`: eight paused or long jobs
    /// would keep a drag from being drawn, and a drawing would take the place of the job that the status bar shows.
    Runner drawing{nullptr, drawingThreads};
    Workspace workspace;
    Selection selection{workspace};
    ItemSight sight{workspace, selection, runner};
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
    DistanceController distances{workspace, selection, drawing}; // at every move of the mouse
    RecentFiles recentFiles;

    /// How what is open looks, for the list of recent files; null: not drawn yet.
    void notePicture(const QPixmap &picture);
    /// Nothing is being measured, opened or optimised.
    bool isIdle() const { return isFree() && optimizer.validating() == 0; }
    /// Nothing is but verdicts of runs whose results are there: one goes on meanwhile.
    bool isFree() const;

private:
    static constexpr int drawingThreads = 4; ///< one for each panel of the middle

    void measureNewRun();
    void noteResult();

    bool m_isRecent = false; ///< what is open is the newest of the recent files
};

} // namespace anchorscope::gui
