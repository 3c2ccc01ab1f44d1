// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <optional>

namespace anchorscope::gui {

/// Action that the user is advised to take after a run; offered as a button.
enum class NextStep { None, AddSeeds, ForgetPairing, Mistakes };

/// Summary of a run in words: result, certainty, and what the user should check.
struct RunAnswer
{
    /// Headline of the verdict, such as “Mostly aligned.”; empty until it has been computed.
    QString verdict;
    /// Sentence about the share of correct matches.
    QString found;
    /// Sentences with reasons to doubt the result; usually empty.
    QString note;
    /// True if the verdict is that the spaces are aligned, no seed is contradicted and most matches are correct.
    /// Without a verdict: false if the result is doubtful already, otherwise nullopt.
    std::optional<bool> good;
    std::size_t wrongSeeds = 0; ///< number of seeds that the run contradicts
    NextStep next = NextStep::None;
    QString button; ///< text of the button that performs the next step

    QString sentence() const; ///< joins the texts `verdict`, `found` and `note`
};

/// Summarizes a run that has ended. Until its verdict has been computed, the summary uses only the known pairing, if
/// any.
RunAnswer answerOf(const Workspace &workspace, const io::RunRecord &run);

/// Describes how continuing a run with other pairs has changed its matches: “38 matches changed; 31 of them are correct
/// now.”
QString changeText(const Workspace &workspace, const io::RunRecord &before, const io::RunRecord &now);

/// Describes by how many known pairs a run is out of date: “one pair older”; empty for 0.
QString olderText(Index pairs);

} // namespace anchorscope::gui
