// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5frame.h"
#include "io/session/session.h"

namespace anchorscope::io {

/// Path patterns of all contents of a session file.
std::vector<std::string> sessionPatterns();

Error notASession(const std::string &path);

/// Encodes a session as the bytes of its file; equal sessions give equal bytes. Error "cannot-save".
Result<std::string> encodeSession(const Session &session);

/// Decodes a session from a file that was read with sessionPatterns() and float64 retained. Checks that all parts agree
/// with each other; row numbers can only be checked against the inputs. Errors "not-a-session", "newer-version",
/// "damaged-file".
Result<Session> decodeSession(const Hdf5Content &content, const std::string &path);

} // namespace anchorscope::io
