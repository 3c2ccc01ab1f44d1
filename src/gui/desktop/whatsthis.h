// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace anchorscope::gui {

/// Sets the What's This text of every control in the docks. Some controls have a text of their own, all others use
/// their tooltip; controls that choose a method also list the descriptions of all methods. Actions use their status
/// tip. Call once all docks exist.
void explainControls(QMainWindow &window);

} // namespace anchorscope::gui
