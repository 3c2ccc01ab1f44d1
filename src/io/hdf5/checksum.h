// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5frame.h"

namespace anchorscope::io {

/// Name of the attribute with the checksum of a list or matrix written by this program: XXH3-64 of the stored bytes,
/// little-endian, with a NUL after each string. (HDF5 has no checksums for uncompressed values.)
inline constexpr const char *checksumName = "checksum";

std::int64_t checksumOf(std::span<const std::byte> bytes);
std::int64_t checksumOf(const std::vector<std::string> &strings);

/// True if the values agree with their checksum, or if this cannot be tested: without a checksum (other programs, early
/// versions), for a stored type that this program does not write, or if only some rows were read.
bool hasSavedValues(const Hdf5Content &content, const frame::Node &node);

} // namespace anchorscope::io
