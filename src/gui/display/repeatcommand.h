// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

enum class Repeat { Run, Retrieval, Stitching, Batch };

/// Commands for a POSIX shell that reproduce results bit-identically from the session `sessionPath` or, without a path,
/// by repeating the run. Empty if only a saved session can reproduce the results, e.g. those of a stopped run.
QString repeatCommand(const Workspace &workspace, Repeat what, const QString &sessionPath);

} // namespace anchorscope::gui
