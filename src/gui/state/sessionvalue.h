// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
#include "io/session/session.h"

namespace anchorscope::gui {

/// The workspace as a session to be saved, with all its pairs of spaces; its inputs are the files as they were when
/// they were read. Results that were measured with another setup are left out.
io::Session sessionOf(const Workspace &workspace);

/// What data a session needs.
DataChoice choiceOf(const io::Session &session);

/// How a session's panels look at it; what is missing or wrong stays as in a new window.
ViewState viewOf(const io::Session &session);

/// Whether the anchors' health had been measured: it is quickly measured again.
bool hadHealth(const io::Session &session);

/// A transform of Y as a session keeps it. Error "bad-session", with the place in the session, if it cannot be read or
/// does not fit the data.
Result<Transform> transformOf(const std::string &text, const LoadedData &data, const std::string &place);

/// The setup of a session. Error "bad-session" if it names items that the data do not have, or a transform that
/// cannot be used.
Result<Setup> setupOf(const io::Session &session, const LoadedData &data);

} // namespace anchorscope::gui
