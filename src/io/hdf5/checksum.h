// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5frame.h"

namespace anchorscope::io {

/// Name of the attribute with the checksum that this program adds to every list and matrix it writes: XXH3-64 of the
/// stored bytes of the values, little-endian; for strings, each is followed by a NUL. (HDF5 itself has checksums for
/// its structure, but not for uncompressed values.)
inline constexpr const char *checksumName = "checksum";

std::int64_t checksumOf(std::span<const std::byte> bytes);
std::int64_t checksumOf(const std::vector<std::string> &strings);

/// True if the values of a list or matrix agree with its checksum. Also true if this cannot be tested: without a
/// checksum, as in files of other programs or early versions; if the stored type is one that this program does not
/// write; or if only some rows were read.
bool hasSavedValues(const Hdf5Content &content, const frame::Node &node);

} // namespace anchorscope::io
