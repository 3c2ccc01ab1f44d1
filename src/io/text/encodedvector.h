// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace anchorscope::io {

/// Whether a text is the bytes of several float32 or float64 in hexadecimal digits, as databases print them, judged by
/// the sizes of the numbers: bytes of any other kind, such as a hash, hardly ever stand for numbers of usual size only.
bool isEncodedVector(std::string_view text);

} // namespace anchorscope::io
