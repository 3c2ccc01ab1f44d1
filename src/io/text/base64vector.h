// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Appends to `values` the numbers of a vector in base64 (RFC 4648, both alphabets): little-endian float32, float64 or,
/// for at least 64 numbers, float16 or bfloat16. The type is inferred from the bytes. Returns the count of numbers; −1,
/// with `values` unchanged, if the text is not such a vector. A word that is valid base64 is rejected, because its
/// bytes rarely give plausible magnitudes.
Index appendBase64(std::string_view field, std::vector<float> &values);

} // namespace anchorscope::io
