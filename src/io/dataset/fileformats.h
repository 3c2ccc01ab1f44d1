// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

#include <span>

namespace anchorscope::io {

/// Returns all file formats in the order of recognition: toys and folders, then those with a magic number, then texts.
std::span<const FileFormat *const> fileFormats();

/// Format of float32 numbers without a header; the user gives the shape (OpenOptions::shape).
extern const FileFormat rawMatrixFormat;

} // namespace anchorscope::io
