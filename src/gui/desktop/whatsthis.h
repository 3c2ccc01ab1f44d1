// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace anchorscope::gui {

/// Sets the What's This of every control of the docks. Some controls have their own text; choices list the descriptions
/// of core's registries; all others use their tooltip. Actions use their status tip. Call once all docks exist.
void explainControls(QMainWindow &window);

} // namespace anchorscope::gui
