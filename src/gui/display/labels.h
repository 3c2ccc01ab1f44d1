// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"

#include <QString>

#include <string>

namespace anchorscope::gui {

/// Label of a representation on the screen.
QString representationLabel(const std::string &id);
QString representationAbout(const std::string &id); ///< explanation of a representation, in a sentence

/// Name of a side: "X" or "Y".
QString sideLabel(Side side);
/// Direction in which vectors move, such as "X → Y".
QString arrowLabel(Side from, Side to);

} // namespace anchorscope::gui
