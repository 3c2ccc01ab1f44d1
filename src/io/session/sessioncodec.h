// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5frame.h"
#include "io/session/session.h"

namespace anchorscope::io {

/// Path patterns of everything that a session file holds.
std::vector<std::string> sessionPatterns();

Error notASession(const std::string &path);

/// The bytes of a session file; equal for equal sessions. Error "cannot-save".
Result<std::string> encodeSession(const Session &session);

/// Takes a session out of a file that was read with sessionPatterns() and float64 kept. All parts agree with each other
/// afterwards; whether row numbers fit the inputs only the inputs can tell. Errors "not-a-session", "newer-version",
/// "damaged-file".
Result<Session> decodeSession(const Hdf5Content &content, const std::string &path);

} // namespace anchorscope::io
