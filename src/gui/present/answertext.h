// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <optional>

namespace anchorscope::gui {

/// What to do next, offered as a button beside a sentence.
enum class NextStep { None, AddSeeds, ForgetPairing, Mistakes };

/// What a run came to, in a sentence: what was found, how sure that is, and what to look at.
struct RunAnswer
{
    QString verdict; ///< “Mostly aligned.”; empty before there is one
    QString found;   ///< the headline number in a sentence
    QString note;    ///< what speaks against it; mostly empty
    /// Clearly: aligned, no seed contradicted, and most partners right. Nothing before a verdict, as long as nothing
    /// speaks against it.
    std::optional<bool> good;
    std::size_t wrongSeeds = 0; ///< that the run contradicts
    NextStep next = NextStep::None;
    QString button; ///< words of the next step

    QString sentence() const; ///< all of it
};

/// Of a run that has ended. Before its verdict the answer says what is known: what the known partners tell, if any.
RunAnswer answerOf(const Workspace &workspace, const io::RunRecord &run);

} // namespace anchorscope::gui
