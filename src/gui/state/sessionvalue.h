// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
#include "io/session/session.h"

namespace anchorscope::gui {

/// Converts the workspace, with all comparisons, to a session that can be saved. Hashes and sizes are those of the
/// files when they were read. Results that are out of date are omitted.
io::Session sessionOf(const Workspace &workspace);

/// Choice of the data that a session uses.
DataChoice choiceOf(const io::Session &session);

/// Reads the view of a session; missing and invalid values have their defaults.
ViewState viewOf(const io::Session &session);

/// True if a session states that anchor health had been measured. The result is not stored, because measuring it again
/// is quick.
bool hadHealth(const io::Session &session);

/// Parses a transform of Y. Error "bad-session", which mentions `place` in the session, if it is invalid or does not
/// fit the data.
Result<Transform> transformOf(const std::string &text, const LoadedData &data, const std::string &place);

/// Reads the setup of a session. Error "bad-session" if it refers to missing items or has a transform that cannot be
/// used.
Result<Setup> setupOf(const io::Session &session, const LoadedData &data);

} // namespace anchorscope::gui
