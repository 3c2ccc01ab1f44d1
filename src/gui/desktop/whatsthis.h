// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace anchorscope::gui {

/// Sets the What's This of every control of the docks: some controls have their own text, choices list the descriptions
/// of core's registries, all others use their tooltip. Actions use their status tip. Call when all docks exist.
void explainControls(QMainWindow &window);

} // namespace anchorscope::gui
