// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"

#include <QString>

#include <string>

namespace anchorscope::gui {

QString representationLabel(const std::string &id);
/// Explanation of a representation, as a sentence.
QString representationAbout(const std::string &id);

/// Name of a space of the comparison: "X" or "Y".
QString sideLabel(Side side);
/// Direction in which vectors move, such as "X → Y".
QString arrowLabel(Side from, Side to);

} // namespace anchorscope::gui
