// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/utf8.h"

#include <algorithm>
#include <cstdint>

namespace anchorscope::io {

namespace {

// Surrogate U+DC00. A byte that is not UTF-8 is represented by the character U+DC00 plus the value of the byte.
constexpr char16_t escapedBytes = 0xDC00;

} // namespace

Character firstCharacter(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = text.empty() ? std::uint8_t{0xFF} : byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length)
        return {};
    char32_t code = lead & (0xFF >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return {};
        code = code << 6 | (byte(i) & 0x3F);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    return code < least[length] || code > 0x10FFFF || surrogate ? Character() : Character{code, length};
}

void appendUtf8(std::string &bytes, char32_t code)
{
    const auto put = [&bytes](char32_t byte) { bytes += static_cast<char>(byte); };
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        code = 0xFFFD;
    if (code < 0x80)
        return put(code);
    if (code < 0x800)
        put(0xC0 | code >> 6);
    else if (code < 0x10000)
        put(0xE0 | code >> 12);
    else
        put(0xF0 | code >> 18);
    for (int shift = code < 0x800 ? 0 : code < 0x10000 ? 6 : 12; shift >= 0; shift -= 6)
        put(0x80 | (code >> shift & 0x3F));
}

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
