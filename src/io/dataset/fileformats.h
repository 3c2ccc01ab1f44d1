// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

#include <span>

namespace anchorscope::io {

/// Returns all file formats in the order in which recognition tries them, the most certain first: synthetic data and
/// folders, then formats with a magic number, then those that are inferred from text.
std::span<const FileFormat *const> fileFormats();

/// Format of files that contain float32 numbers without a header; the user gives the shape (OpenOptions::shape).
extern const FileFormat rawMatrixFormat;

} // namespace anchorscope::io
