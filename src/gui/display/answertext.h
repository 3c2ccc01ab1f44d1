// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <optional>

namespace anchorscope::gui {

/// Suggested next action, offered as a button.
enum class NextStep { None, AddSeeds, ForgetPairing, Mistakes };

/// Summary of a run in words: the result, its certainty and what to check.
struct RunAnswer
{
    QString verdict; ///< verdict as a headline, such as “Mostly aligned.”; empty until known
    QString found;   ///< sentence about the share of correct matches
    QString note;    ///< reason to doubt the result, in a sentence; usually empty
    /// True if the spaces are aligned, no seed is contradicted and most matches are correct. Unset before the verdict,
    /// unless the result is already doubtful.
    std::optional<bool> good;
    std::size_t wrongSeeds = 0; ///< number of seeds that the run contradicts
    NextStep next = NextStep::None;
    QString button; ///< text of the button for the next step

    QString sentence() const; ///< all texts together: verdict, found and note
};

/// Summarizes a run that has ended. Until its verdict is known, the summary is based on the known pairing, if any.
RunAnswer answerOf(const Workspace &workspace, const io::RunRecord &run);

/// Effect of continuing a run with other pairs: “38 matches changed; 31 of them are correct now.”
QString changeText(const Workspace &workspace, const io::RunRecord &before, const io::RunRecord &now);

/// “one pair older”, for a run whose known pairs have changed; empty for 0.
QString olderText(Index pairs);

} // namespace anchorscope::gui
