// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

#include <span>

namespace anchorscope::io {

/// All file formats, in the order in which they are tried, the most certain first: synthetic data and folders, files
/// with a magic number, then those that are inferred from their text.
std::span<const FileFormat *const> fileFormats();

/// Format for files of float32 without a header, whose shape the user states (OpenOptions::shape).
extern const FileFormat rawMatrixFormat;

} // namespace anchorscope::io
