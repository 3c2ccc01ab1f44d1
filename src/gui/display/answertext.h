// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <optional>

namespace anchorscope::gui {

/// Action that the program advises after a run; offered as a button.
enum class NextStep { None, AddSeeds, ForgetPairing, Mistakes };

struct RunAnswer
{
    /// Headline of the verdict, such as “Mostly aligned.”; empty until the verdict is computed.
    QString verdict;
    QString found;
    /// Reasons to doubt the result; usually empty.
    QString note;
    /// True if the spaces are aligned, no seed is contradicted and most matches are correct. Without a verdict: false
    /// if the result is doubtful, otherwise nullopt.
    std::optional<bool> good;
    std::size_t wrongSeeds = 0; ///< number of seeds that the run contradicts
    NextStep next = NextStep::None;
    QString button;

    QString sentence() const;
};

/// Summarizes a run that has ended. If the run has no verdict, the summary uses only the known pairing, if any.
RunAnswer answerOf(const Workspace &workspace, const io::RunRecord &run);

/// Describes how continuing a run has changed its matches: “38 matches changed; 31 of them are correct now.”
QString changeText(const Workspace &workspace, const io::RunRecord &before, const io::RunRecord &now);

/// Describes by how many known pairs a run is out of date: “one pair older”; empty for 0.
QString olderText(Index pairs);

} // namespace anchorscope::gui
