// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// True for the bytes of several float32 or float64 in hexadecimal digits, as databases print them. Nearly all numbers
/// must be of usual size, which is very unlikely for other bytes, such as a hash.
bool isEncodedVector(std::string_view text);

/// True for a list of bytes, as whole numbers from 0 to 255, that are several float32 or float64 of usual size.
bool areBytesOfVector(const std::vector<float> &numbers);

} // namespace anchorscope::io
