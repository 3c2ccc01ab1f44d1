// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

enum class Repeat { Run, Retrieval, Stitching, Batch };

/// Commands for a POSIX shell that reproduce results bit-identically. They use the session `sessionPath`; if it is
/// empty, they repeat the run. Empty if only a saved session can reproduce the results, e.g. of a stopped run.
QString repeatCommand(const Workspace &workspace, Repeat what, const QString &sessionPath);

} // namespace anchorscope::gui
