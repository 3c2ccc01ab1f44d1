// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"

#include <cstddef>
#include <memory>

namespace anchorscope::io {

/// Creates an empty, unnamed temporary file in TMPDIR (default: /var/tmp), for data that do not fit into memory, and
/// reserves `bytes` bytes on the disk. Closing removes the file. Error "too-large" if the disk is full.
Result<FileDescriptor> openScratch(std::uint64_t bytes);

/// Allocates `bytes` bytes; more than largestDecodedFile() are in a mapped scratch file. Error "too-large".
Result<std::shared_ptr<std::byte[]>> roomFor(std::uint64_t bytes);

/// Asks the system for huge pages in memory that is about to be filled, which then takes less time.
void preferHugePages(void *memory, std::uint64_t bytes);

} // namespace anchorscope::io
