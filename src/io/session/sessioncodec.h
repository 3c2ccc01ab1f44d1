// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5frame.h"
#include "io/session/session.h"

namespace anchorscope::io {

/// Returns path patterns of all HDF5 datasets that a session file may contain.
std::vector<std::string> sessionPatterns();

Error notASession(const std::string &path);

/// Converts a session to the bytes of its file; equal sessions give equal bytes. Error "cannot-save".
Result<std::string> encodeSession(const Session &session);

/// Converts a session file, read with sessionPatterns() and unconverted float64 values, to a session. Checks that all
/// members agree with each other; row numbers can only be checked with the data. Errors "not-a-session",
/// "newer-version", "damaged-file".
Result<Session> decodeSession(const Hdf5Content &content, const std::string &path);

} // namespace anchorscope::io
