// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/visibletext.h"

#include "core/plaintext.h"
#include "io/files/utf8.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace anchorscope::io {

namespace {

constexpr std::string_view replacement = "\uFFFD";

/// True if a text begins with a character that changes the writing direction (U+061C, U+200E, U+200F, U+202A–E,
/// U+2066–9) or that separates lines or paragraphs (U+2028, U+2029).
bool isFormatCharacter(std::string_view three)
{
    if (three.starts_with("\u061C"))
        return true;
    if (three.size() < 3 || three[0] != '\xE2')
        return false;
    const auto second = static_cast<std::uint8_t>(three[1]), third = static_cast<std::uint8_t>(three[2]);
    return (second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE))) ||
           (second == 0x81 && third >= 0xA6 && third <= 0xA9);
}

/// Returns the visible symbol for a control character below U+0020 or for U+007F.
std::string picture(char control)
{
    const char place = control == '\x7F' ? '\x21' : control;
    return {'\xE2', '\x90', static_cast<char>(0x80 + place)};
}

} // namespace

std::string visibleText(std::string_view text, LineBreaks lineBreaks)
{
    std::string shown;
    shown.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<std::uint8_t>(text[i]);
        const std::string_view rest = text.substr(i, 3);
        if (byte == '\n' && lineBreaks == LineBreaks::keep) {
            shown += '\n';
        } else if (byte < 0x20 || byte == 0x7F) {
            shown += picture(text[i]);
        } else if (byte == 0xC2 && rest.size() > 1 && static_cast<std::uint8_t>(rest[1]) < 0xA0) {
            shown += replacement;
            ++i;
        } else if (isFormatCharacter(rest)) {
            shown += replacement;
            i += byte == 0xE2 ? 2 : 1;
        } else {
            shown += text[i];
        }
    }
    return shown;
}

std::string listText(const std::vector<std::string> &texts, std::size_t most)
{
    const std::string list = joinedText(std::span(texts).first(std::min(most, texts.size())));
    return texts.size() > most ? list + " and " + std::to_string(texts.size() - most) + " more" : list;
}

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t bytes = firstCharacter(text).bytes;
        if (bytes == 0)
            return false;
        text.remove_prefix(bytes);
    }
    return true;
}

std::string asUtf8(std::string_view text)
{
    std::string repaired;
    while (!text.empty()) {
        const std::size_t bytes = firstCharacter(text).bytes;
        repaired += bytes > 0 ? text.substr(0, bytes) : replacement;
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    return repaired;
}

} // namespace anchorscope::io
