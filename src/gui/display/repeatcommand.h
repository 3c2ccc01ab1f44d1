// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Kinds of results that a command of the command line can reproduce.
enum class Repeat { Run, Retrieval, Stitching, Batch };

/// Commands for a POSIX shell that reproduce results shown in the window. If `sessionPath` is the file of the current
/// state, the commands read it; if it is empty, they contain the seed pairs and repeat the run, with bit-identical
/// results. Empty if the results can only be reproduced from a saved session (a run that was stopped, a restored
/// iteration).
QString repeatCommand(const Workspace &workspace, Repeat what, const QString &sessionPath);

} // namespace anchorscope::gui
