// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// What a command should repeat.
enum class Repeat { Run, Retrieval, Stitching, Batch };

/// The commands that give the numbers on the screen again, for a POSIX shell. With the path of a session that holds the
/// state as it is now they read it; without, they bring the seed pairs along and find the anchors anew, which gives the
/// same bits. Empty where only a saved session can repeat it (a run that was stopped, a restored iteration).
QString repeatCommand(const Workspace &workspace, Repeat what, const QString &sessionPath);

} // namespace anchorscope::gui
