// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/inputfile.h"

#include <cstddef>
#include <memory>

namespace anchorscope::io {

/// A file for what would not fit into memory: without a name, in TMPDIR or else /var/tmp, gone with its last user. It
/// has room for so many bytes, and is empty. Error "too-large" where there is none.
Result<FileDescriptor> openScratch(std::uint64_t bytes);

/// So many bytes to write to and then to read from: memory, or a mapped scratch file where they take more than
/// largestDecodedFile(). Error "too-large".
Result<std::shared_ptr<std::byte[]>> roomFor(std::uint64_t bytes);

} // namespace anchorscope::io
