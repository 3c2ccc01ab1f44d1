// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <string>

namespace anchorscope::io {

/// Writes one image (grey or RGB, height × width × channels bytes) as a PNG file. The pixels are stored without
/// compression, which needs no library, so the function is only for small images, below 64 MB. Errors "cannot-save",
/// "too-large".
Status savePng(const std::string &path, const Thumbnails &image);

} // namespace anchorscope::io
