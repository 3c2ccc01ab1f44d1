// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace anchorscope::gui {

/// Gives every control of the docks its What's This: what needs words has a text of its own, choices list what the
/// registries of core say of each, everything else has its tooltip. Actions have their sentence of the status bar. Call
/// it once all docks are there.
void explainControls(QMainWindow &window);

} // namespace anchorscope::gui
