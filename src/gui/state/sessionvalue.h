// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
#include "io/session/session.h"

namespace anchorscope::gui {

/// Converts the workspace, with all comparisons, to a session that can be saved. Hashes and sizes of files are those at
/// the time when the files were read. Results that are out of date are omitted.
io::Session sessionOf(const Workspace &workspace);

/// Choice of the data (files, spaces, pairing) that a session uses.
DataChoice choiceOf(const io::Session &session);

/// Reads the view, the settings for the display of panels, from a session; missing and invalid values get their
/// defaults.
ViewState viewOf(const io::Session &session);

/// True if a session states that the health of the anchors (how well they span the spaces) had been measured. Sessions
/// do not contain the result, because it can be measured again quickly.
bool hadHealth(const io::Session &session);

/// Parses a transform of Y. If it is invalid or does not fit the data, returns the error "bad-session"; `place` states
/// where in the session the transform is.
Result<Transform> transformOf(const std::string &text, const LoadedData &data, const std::string &place);

/// Reads the setup from a session. Error "bad-session" if it refers to missing items or has a transform that cannot be
/// applied.
Result<Setup> setupOf(const io::Session &session, const LoadedData &data);

} // namespace anchorscope::gui
