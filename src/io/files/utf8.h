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

} // namespace anchorscope::io
