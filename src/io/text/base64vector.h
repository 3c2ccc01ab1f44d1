// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Appends to `values` the numbers of a vector encoded in base64 (RFC 4648, both alphabets): little-endian float32
/// (which embedding services send for `encoding_format` base64), float64, or, for at least 64 numbers, float16 or
/// bfloat16. The type is inferred from the bytes. Returns the count of numbers; or −1, with `values` unchanged, if the
/// text is not such a vector. A word that happens to be valid base64 is rejected, because its bytes rarely give numbers
/// of plausible magnitudes.
Index appendBase64(std::string_view field, std::vector<float> &values);

} // namespace anchorscope::io
