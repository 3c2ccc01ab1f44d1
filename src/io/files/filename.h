// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace anchorscope::io {

/// Converts the bytes of a file name to text. Bytes that are not UTF-8 (in old file names) become lone surrogates,
/// U+DC80 … U+DCFF, as in Python's “surrogateescape”; encodeFileName() restores the bytes.
std::u16string decodeFileName(std::string_view bytes);

/// Converts a file name back to bytes. Lone surrogates that decodeFileName() does not produce become U+FFFD.
std::string encodeFileName(std::u16string_view name);

} // namespace anchorscope::io
