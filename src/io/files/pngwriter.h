// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <string>

namespace anchorscope::io {

/// Saves one image (grey or RGB, height × width × channels bytes) as PNG. The pixels are not compressed: only for
/// images below 64 MB. Errors "cannot-save", "too-large".
Status savePng(const std::string &path, const Thumbnails &image);

} // namespace anchorscope::io
