// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5frame.h"

namespace anchorscope::io {

/// Attribute of every list and matrix that this program writes: XXH3-64 of the stored bytes of its values,
/// little-endian; each string is followed by a NUL. (HDF5 has checksums for its structure, but not for uncompressed
/// values.)
inline constexpr const char *checksumName = "checksum";

std::int64_t checksumOf(std::span<const std::byte> bytes);
std::int64_t checksumOf(const std::vector<std::string> &strings);

/// True if a loaded list or matrix has the values that it was saved with. Also true if this cannot be checked: without
/// a checksum, as in files of earlier and of other programs, if this program does not write the stored type, or if only
/// some rows were read.
bool hasSavedValues(const Hdf5Content &content, const frame::Node &node);

} // namespace anchorscope::io
