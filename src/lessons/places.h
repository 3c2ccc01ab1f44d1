// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace anchorscope::lessons {

// Words for what is on the screen. A lesson names these and never a widget: renaming a widget breaks a test, no lesson.

/// What one does in the window, in this order: look at the data, say which pairs are known, align, look at the result,
/// and try things out.
enum class Task { explore, pairs, align, evaluate, lab };

/// A dock of the window. The window, lessons, the handbook and --dock read this table, and nothing else lists docks.
struct Dock
{
    const char *name;     ///< as lessons and --dock call it
    const char *title;    ///< on its tab, in English
    Task task;            ///< with whose docks it is shown
    const char *handbook; ///< the page about it
};
inline constexpr Dock docks[] = {{"data", "Data", Task::explore, "spaces"},
                                 {"selection", "Selection", Task::explore, "selection"},
                                 {"anchors", "Anchors", Task::pairs, "seeds"},
                                 {"health", "Health", Task::pairs, "seeds"},
                                 {"optimize", "Optimize", Task::align, "optimize"},
                                 {"mistakes", "Mistakes", Task::evaluate, "verdict"},
                                 {"disagreement", "Disagreement", Task::evaluate, "disagreement"},
                                 {"inspector", "Inspector", Task::evaluate, "selection"},
                                 {"retrieval", "Retrieval", Task::evaluate, "retrieval"},
                                 {"stitching", "Stitching", Task::evaluate, "stitching"},
                                 {"play", "Playground", Task::lab, "playground"},
                                 {"experiments", "Experiments", Task::lab, "comparison"},
                                 {"comparison", "Comparison", Task::lab, "comparison"},
                                 {"translation", "Translation", Task::lab, "translation"}};

/// The names of the docks.
const std::vector<std::string> &pages();
/// Where the points of a panel stand: “components”, “dimensions”, “map”, “neighbours”.
const std::vector<std::string> &frames();
/// What the colours of points say.
const std::vector<std::string> &colourings();
/// What a lesson can leave on the screen: panels, bars, the controls of transforms, …
const std::vector<std::string> &shownParts();
/// What can be ringed: panels, bars, pages, the controls of transforms.
const std::vector<std::string> &targets();

} // namespace anchorscope::lessons
