// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Appends the numbers of a vector encoded in base64 (RFC 4648, both alphabets): little-endian float32, as embedding
/// services send with `encoding_format` base64, or float64, or, for at least 64 numbers, float16 or bfloat16. The type
/// is inferred from the bytes. Returns the count of numbers, or −1, with `values` unchanged, if the text is not such a
/// vector. The bytes of a word that happens to be valid base64 are rarely numbers of usual size.
Index appendBase64(std::string_view field, std::vector<float> &values);

} // namespace anchorscope::io
