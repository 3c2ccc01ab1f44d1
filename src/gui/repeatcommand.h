// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/workspace.h"

namespace anchorscope::gui {

/// The command line that repeats a measurement of the workspace as it was saved in a session.
QString repeatCommand(const Workspace &workspace, Workspace::Scoring scoring, const QString &sessionPath);

} // namespace anchorscope::gui
