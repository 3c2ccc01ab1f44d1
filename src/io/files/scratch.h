// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"

#include <cstddef>
#include <memory>

namespace anchorscope::io {

/// Creates an unnamed temporary file for data that do not fit into memory, in the folder TMPDIR or, if it is not set,
/// in /var/tmp. The file is empty, but space for `bytes` bytes is reserved on the disk; it is removed when its last
/// user closes it. Error "too-large" if the disk is full.
Result<FileDescriptor> openScratch(std::uint64_t bytes);

/// Allocates a buffer of `bytes` bytes that can be written and read: in memory, or as a mapped scratch file if it is
/// larger than largestDecodedFile(). Error "too-large".
Result<std::shared_ptr<std::byte[]>> roomFor(std::uint64_t bytes);

} // namespace anchorscope::io
