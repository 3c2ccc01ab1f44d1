// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/encodedvector.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace anchorscope::io {

namespace {

/// Minimum number of bytes of a vector (three float32); a shorter text is a word.
constexpr std::size_t fewestBytes = 12;
/// Maximum number of hexadecimal digits that are examined.
constexpr std::size_t maxLookedAt = 4096;

int hexDigit(char each)
{
    if (each >= '0' && each <= '9')
        return each - '0';
    if (each >= 'a' && each <= 'f')
        return each - 'a' + 10;
    return each >= 'A' && each <= 'F' ? each - 'A' + 10 : -1;
}

/// Decodes two hexadecimal digits for each byte; nullopt if the text contains any other character.
std::optional<std::string> bytesOf(std::string_view text)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        const int high = hexDigit(text[i]), low = hexDigit(text[i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
}

bool isUsual(double number)
{
    constexpr double least = 1e-9, most = 1e4;
    const double size = std::abs(number);
    return size == 0 || (size >= least && size <= most);
}

template <class T> bool holdsUsual(const std::string &bytes)
{
    std::size_t usual = 0;
    const std::size_t count = bytes.size() / sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
        T number{};
        std::memcpy(&number, bytes.data() + i * sizeof(T), sizeof(T));
        usual += isUsual(static_cast<double>(number));
    }
    return count > 1 && usual * 20 >= count * 19;
}

} // namespace

bool areBytesOfVector(const std::vector<float> &numbers)
{
    std::string bytes;
    for (const float each : numbers) {
        if (each < 0 || each > 255 || each != static_cast<float>(static_cast<int>(each)))
            return false;
        bytes += static_cast<char>(static_cast<unsigned char>(each));
    }
    std::size_t filled = 0; // number of float32 whose highest byte is not 0; few if the bytes are an image
    for (std::size_t at = 3; at < bytes.size(); at += 4)
        filled += bytes[at] != 0;
    return bytes.size() >= fewestBytes && bytes.size() % sizeof(float) == 0 && filled * 8 >= bytes.size() &&
           (holdsUsual<float>(bytes) || (bytes.size() % sizeof(double) == 0 && holdsUsual<double>(bytes)));
}

bool isEncodedVector(std::string_view text)
{
    if (text.starts_with("\\x") || text.starts_with("0x"))
        text.remove_prefix(2);
    const auto bytes = bytesOf(text.substr(0, maxLookedAt));
    return bytes && bytes->size() >= fewestBytes && (holdsUsual<float>(*bytes) || holdsUsual<double>(*bytes));
}

} // namespace anchorscope::io
