// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
#include "io/session/session.h"

namespace anchorscope::gui {

/// Session of all comparisons, with sizes and hashes that the files had when they were read. Omits outdated results.
io::Session sessionOf(const Workspace &workspace);

/// View of a session; missing and invalid values get their defaults.
ViewState viewOf(const io::Session &session);

/// True if the anchors' health had been measured. Sessions do not contain the result, which is quick to measure again.
bool hadHealth(const io::Session &session);

/// Parses a transform of Y. Error "bad-session", with `place`, if it is invalid or does not fit the data.
Result<Transform> transformOf(const std::string &text, const LoadedData &data, const std::string &place);

/// Setup of a session. Error "bad-session" if it refers to missing items or its transform cannot be applied.
Result<Setup> setupOf(const io::Session &session, const LoadedData &data);

} // namespace anchorscope::gui
