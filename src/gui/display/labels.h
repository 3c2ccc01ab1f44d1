// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"

#include <QString>

#include <string>

namespace anchorscope::gui {

/// Label of a representation of items (as absolute vectors, relative vectors, …) in the window.
QString representationLabel(const std::string &id);
/// Explanation of a representation of items (as absolute vectors, relative vectors, …), in a sentence.
QString representationAbout(const std::string &id);

/// Name of a side of the comparison: "X" or "Y".
QString sideLabel(Side side);
/// Label of the direction in which vectors move, such as "X → Y".
QString arrowLabel(Side from, Side to);

} // namespace anchorscope::gui
