// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5frame.h"

namespace anchorscope::io {

/// Attribute of every list and matrix that we write: XXH3-64 of its values' bytes as they are stored, little-endian; of
/// strings each followed by a NUL. (HDF5 has checksums over its structure, none over values that are not packed.)
inline constexpr const char *checksumName = "checksum";

std::int64_t checksumOf(std::span<const std::byte> bytes);
std::int64_t checksumOf(const std::vector<std::string> &strings);

/// Whether a loaded list or matrix still has the values that it was saved with. True where it carries no checksum, as
/// in files of earlier and of other programs, where its stored type is none of ours, and where some rows alone were
/// read.
bool hasSavedValues(const Hdf5Content &content, const frame::Node &node);

} // namespace anchorscope::io
