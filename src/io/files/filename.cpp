// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/filename.h"

#include "io/files/utf8.h"

#include <algorithm>
#include <cstdint>

namespace anchorscope::io {

namespace {

// Surrogate U+DC00. A byte that is not UTF-8 is represented by the character U+DC00 plus the value of the byte.
constexpr char16_t escapedBytes = 0xDC00;

} // namespace

std::u16string decodeFileName(std::string_view bytes)
{
    std::u16string name;
    while (!bytes.empty()) {
        const Character character = firstCharacter(bytes);
        if (character.bytes == 0) {
            name += static_cast<char16_t>(escapedBytes + static_cast<std::uint8_t>(bytes[0]));
        } else if (character.code < 0x10000) {
            name += static_cast<char16_t>(character.code);
        } else {
            name += static_cast<char16_t>(0xD800 + ((character.code - 0x10000) >> 10));
            name += static_cast<char16_t>(0xDC00 + ((character.code - 0x10000) & 0x3FF));
        }
        bytes.remove_prefix(std::max<std::size_t>(character.bytes, 1));
    }
    return name;
}

std::string encodeFileName(std::u16string_view name)
{
    std::string bytes;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char16_t unit = name[i];
        const char16_t next = i + 1 < name.size() ? name[i + 1] : u'\0';
        if (unit >= 0xD800 && unit < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
            appendUtf8(bytes, 0x10000 + ((char32_t{unit} - 0xD800) << 10) + (next - 0xDC00));
            ++i;
        } else if (unit >= escapedBytes + 0x80 && unit <= escapedBytes + 0xFF) {
            bytes += static_cast<char>(unit - escapedBytes);
        } else {
            appendUtf8(bytes, unit);
        }
    }
    return bytes;
}

} // namespace anchorscope::io
