// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/experimentcontroller.h"
#include "gui/controllers/healthcontroller.h"
#include "gui/controllers/livescorecontroller.h"
#include "gui/controllers/replaycontroller.h"
#include "gui/controllers/scorecontroller.h"
#include "gui/controllers/seedcontroller.h"
#include "gui/controllers/sessioncontroller.h"
#include "gui/playground/playcontroller.h"
#include "gui/state/selection.h"

class QMainWindow;

namespace anchorscope::gui {

/// What lessons read and steer: all of it is there before them and gone after them.
struct LessonParts
{
    QMainWindow &window;
    Runner &runner;
    Workspace &workspace;
    Selection &selection;
    ProjectionController &projections;
    OptimizeController &optimizer;
    ReplayController &replay;
    ScoreController &scores;
    SessionController &session;
    ExperimentController &experiments;
    SeedController &seeds;
    LiveScoreController &liveScore;
    PlayController &play;
    HealthController &health;

    /// Nothing is being measured, opened or optimised.
    bool isIdle() const { return isFree() && optimizer.validating() == 0; }
    /// Nothing is but verdicts of runs whose results are there: one goes on meanwhile.
    bool isFree() const
    {
        return runner.jobs().size() <= optimizer.validating() && optimizer.state() == OptimizeController::State::Idle &&
               !session.busy();
    }
};

/// A control of the playground; null if there is none of that id.
const TransformField *fieldNamed(std::string_view id);
/// The item of that name, or of that row where items have no names; noItem where there is none.
ItemIndex itemNamed(const ItemTable &items, const std::string &name);
/// All items of a class of that name.
std::vector<ItemIndex> itemsOfClass(const ItemTable &items, const std::string &name);

} // namespace anchorscope::gui
