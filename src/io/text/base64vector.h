// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Appends the numbers of a vector that a text holds in base64 (RFC 4648, both alphabets): float32 in little-endian
/// order, as embedding services send them where `encoding_format` is base64, or float64, or, of 64 numbers on, float16
/// or bfloat16, as their bytes tell. Their count, or −1 if the text is no such vector; `values` is then as it was. A
/// word that is base64 by chance hardly ever stands for numbers of usual size.
Index appendBase64(std::string_view field, std::vector<float> &values);

} // namespace anchorscope::io
