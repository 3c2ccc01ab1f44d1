// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Results that a command of the command line reproduces.
enum class Repeat { Run, Retrieval, Stitching, Batch };

/// Commands for a POSIX shell that reproduce the numbers on the screen. If `sessionPath` is the file of the current
/// state, the commands read it; if it is empty, they contain the seed pairs and repeat the run, with bit-identical
/// results. Returns an empty text if this requires a saved session (a run that was stopped, a restored iteration).
QString repeatCommand(const Workspace &workspace, Repeat what, const QString &sessionPath);

} // namespace anchorscope::gui
