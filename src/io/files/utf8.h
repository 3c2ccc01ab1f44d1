// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace anchorscope::io {

/// First character of a text in UTF-8; the size is 0 if the text does not begin with one.
struct Character
{
    char32_t code = 0;
    std::size_t bytes = 0;
};
Character firstCharacter(std::string_view text);
/// Appends a character as UTF-8; an invalid one becomes U+FFFD.
void appendUtf8(std::string &bytes, char32_t code);

/// Converts the bytes of a file name to text. Bytes that are not UTF-8 (in old file names) become lone surrogates,
/// U+DC80 … U+DCFF, as in Python's “surrogateescape”; encodeFileName() restores the bytes.
std::u16string decodeFileName(std::string_view bytes);

/// Converts a file name back to bytes. Lone surrogates that decodeFileName() does not produce become U+FFFD.
std::string encodeFileName(std::u16string_view name);

} // namespace anchorscope::io
