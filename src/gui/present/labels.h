// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace anchorscope::gui {

/// The label of a representation as on screen.
QString representationLabel(const std::string &id);

} // namespace anchorscope::gui
