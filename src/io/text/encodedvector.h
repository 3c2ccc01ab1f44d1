// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// True if a text is the hexadecimal digits of several float32 or float64, as databases print binary data. Nearly all
/// numbers must have magnitudes that are common in vectors; other bytes, such as a hash, hardly ever do.
bool isEncodedVector(std::string_view text);

/// True if all numbers are bytes (whole, 0 to 255) of several float32 or float64 with magnitudes common in vectors.
bool areBytesOfVector(const std::vector<float> &numbers);

} // namespace anchorscope::io
