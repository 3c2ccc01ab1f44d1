// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"

#include <cstddef>
#include <memory>

namespace anchorscope::io {

/// Creates an unnamed temporary file for data that do not fit into memory, in TMPDIR or else /var/tmp. It is empty,
/// with space reserved for `bytes`, and is removed when its last user closes it. Error "too-large" if the disk is full.
Result<FileDescriptor> openScratch(std::uint64_t bytes);

/// Allocates a buffer of this many bytes to write and then read: in memory, or as a mapped scratch file if it is larger
/// than largestDecodedFile(). Error "too-large".
Result<std::shared_ptr<std::byte[]>> roomFor(std::uint64_t bytes);

} // namespace anchorscope::io
