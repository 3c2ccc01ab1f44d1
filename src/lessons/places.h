// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace anchorscope::lessons {

// Words for what is on the screen. A lesson names these and never a widget: renaming a widget breaks a test, no lesson.

/// Pages beside the panels: “data”, “anchors”, …, “play”.
const std::vector<std::string> &pages();
/// Where the points of a panel stand: “components”, “dimensions”, “map”.
const std::vector<std::string> &frames();
/// What the colours of points say.
const std::vector<std::string> &colourings();
/// What a lesson can leave on the screen: panels, bars, the controls of transforms, …
const std::vector<std::string> &shownParts();
/// What can be ringed: panels, bars, pages, the controls of transforms.
const std::vector<std::string> &targets();

} // namespace anchorscope::lessons
