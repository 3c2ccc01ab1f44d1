// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace anchorscope::lessons {

// Names for parts of the window. Lessons use these and never names of widgets, so that renaming a widget breaks a test
// but no lesson.

/// Tasks of the window, in order: explore the data, choose seeds, align, evaluate the result, and experiment.
enum class Task { explore, pairs, align, evaluate, lab };

/// Dock of the window. This is the only list of docks; the window, lessons, the handbook and --dock read it.
struct Dock
{
    const char *name;     ///< name used by lessons and --dock
    const char *title;    ///< title of its tab, in English
    Task task;            ///< task that shows it
    const char *handbook; ///< handbook page about it
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

/// Names of the docks.
const std::vector<std::string> &pages();
/// Coordinates of the points in a panel: “components”, “dimensions”, “map”, “neighbours”.
const std::vector<std::string> &frames();
/// Properties that points can be coloured by.
const std::vector<std::string> &colourings();
/// Parts that a lesson can keep visible: panels, bars, the controls of transforms, …
const std::vector<std::string> &shownParts();
/// Parts that a step can point at: panels, bars, docks, the controls of transforms.
const std::vector<std::string> &targets();

} // namespace anchorscope::lessons
