// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace anchorscope::gui {

/// Sets the What's This text of every control in the docks: its own text, or its tooltip. Controls for choosing a
/// method also list the descriptions of all methods. Actions use their status tip. Call after all docks are created.
void explainControls(QMainWindow &window);

} // namespace anchorscope::gui
