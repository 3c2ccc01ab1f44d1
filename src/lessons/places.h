// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace anchorscope::lessons {

// Names of parts of the window for lessons, independent of the names of widgets, which may be changed.

/// Tasks of the window, in order: explore the data, choose seeds, align, evaluate the result, and experiment.
enum class Task { explore, pairs, align, evaluate, lab };

/// Dock of the window. The window, lessons, the handbook and the option --dock use the list `docks` below.
struct Dock
{
    const char *name; ///< name of the dock in lessons and --dock
    const char *title;
    Task task;            ///< task during which the dock is visible
    const char *handbook; ///< handbook page about the dock
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

const std::vector<std::string> &pages();
/// Shortcut that shows a dock: Ctrl+1 for the first one, Ctrl+Shift+1 for the eleventh.
std::string shortcutOf(const std::string &dock);
/// Kinds of coordinates in a panel: “components”, “dimensions”, “map”, “neighbours”.
const std::vector<std::string> &frames();
const std::vector<std::string> &colourings();
/// Parts that a lesson can keep visible: panels, bars, the controls of transforms, …
const std::vector<std::string> &shownParts();
/// Parts that a step can point at: panels, bars, docks, the controls of transforms.
const std::vector<std::string> &targets();

} // namespace anchorscope::lessons
