// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <optional>

namespace anchorscope::gui {

/// What to do next, offered as a button beside a sentence.
enum class NextStep { None, ReviewSeeds, AddSeeds, Overlay, WorstItems };

/// What a run came to, in a sentence: what was found, how sure that is, and what to look at.
struct RunAnswer
{
    QString sentence;
    /// Clearly: aligned item by item, no seed contradicted, and most partners right. Nothing before a verdict, as long
    /// as nothing speaks against it.
    std::optional<bool> good;
    NextStep next = NextStep::None;
    QString button; ///< words of the next step
};

/// Of a run that has ended. Before its verdict the answer says what is known: what the known partners tell, if any.
RunAnswer answerOf(const Workspace &workspace, const io::RunRecord &run);

} // namespace anchorscope::gui
