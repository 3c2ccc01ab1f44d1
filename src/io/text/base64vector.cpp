// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/base64vector.h"

#include "core/kernels/half.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace anchorscope::io {

namespace {

/// Bytes of three float32; fewer are words.
constexpr std::size_t fewestEncoded = 12;
constexpr std::uint8_t noDigit = 64;

constexpr std::array<std::uint8_t, 256> makeDigits()
{
    std::array<std::uint8_t, 256> digits{};
    digits.fill(noDigit);
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < letters.size(); ++i)
        digits[static_cast<unsigned char>(letters[i])] = static_cast<std::uint8_t>(i);
    digits['-'] = 62; // of the alphabet for addresses
    digits['_'] = 63;
    return digits;
}
constexpr std::array<std::uint8_t, 256> base64Digits = makeDigits();

/// The bytes, or none if the text is no base64.
std::vector<unsigned char> bytesOfBase64(std::string_view text)
{
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding)
        text.remove_suffix(1);
    std::vector<unsigned char> bytes;
    if (text.size() % 4 == 1)
        return bytes;
    bytes.reserve(text.size() / 4 * 3 + 3);
    std::uint32_t held = 0;
    unsigned bits = 0;
    for (const char each : text) {
        const std::uint8_t digit = base64Digits[static_cast<unsigned char>(each)];
        if (digit == noDigit)
            return {};
        held = held << 6 | digit;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes.push_back(static_cast<unsigned char>(held >> bits));
        }
    }
    return bytes;
}

/// Numbers of vectors lie here, or are 0.
bool isUsualNumber(double number)
{
    constexpr double least = 1e-9, most = 1e4;
    const double size = std::abs(number);
    return size == 0 || (size >= least && size <= most);
}

/// Whether nearly all numbers of a type are usual; they are appended.
template <class T> bool appendUsual(const std::vector<unsigned char> &bytes, std::vector<float> &values)
{
    if (bytes.size() % sizeof(T) != 0)
        return false;
    const std::size_t count = bytes.size() / sizeof(T), before = values.size();
    std::size_t usual = 0;
    for (std::size_t i = 0; i < count; ++i) {
        T number{};
        std::memcpy(&number, bytes.data() + i * sizeof(T), sizeof(T));
        values.push_back(static_cast<float>(number));
        usual += isUsualNumber(static_cast<double>(number));
    }
    if (usual * 20 >= count * 19)
        return true;
    values.resize(before);
    return false;
}

} // namespace

Index appendBase64(std::string_view field, std::vector<float> &values)
{
    const std::size_t before = values.size();
    const std::vector<unsigned char> bytes = bytesOfBase64(field);
    if (bytes.size() < fewestEncoded ||
        !(appendUsual<float>(bytes, values) || appendUsual<double>(bytes, values) || appendUsual<Half>(bytes, values)))
        return -1;
    return static_cast<Index>(values.size() - before);
}

} // namespace anchorscope::io
