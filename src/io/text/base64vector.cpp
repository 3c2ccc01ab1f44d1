// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/base64vector.h"

#include "core/kernels/half.h"
#include "io/text/textnumber.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace anchorscope::io {

namespace {

/// Minimum number of bytes of a vector (three float32); a shorter text is a word.
constexpr std::size_t fewestEncoded = 12;
constexpr std::uint8_t noDigit = 64;

constexpr std::array<std::uint8_t, 256> makeDigits()
{
    std::array<std::uint8_t, 256> digits{};
    digits.fill(noDigit);
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < letters.size(); ++i)
        digits[static_cast<unsigned char>(letters[i])] = static_cast<std::uint8_t>(i);
    digits['-'] = 62; // “-” and “_” replace “+” and “/” in the URL-safe alphabet of base64
    digits['_'] = 63;
    return digits;
}
constexpr std::array<std::uint8_t, 256> base64Digits = makeDigits();

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

/// Usual range of the absolute values of a vector's numbers; 0 is always accepted.
struct Usual
{
    double least, most;
};
constexpr Usual usualSizes = {1e-9, 1e4};
/// Narrower range for vectors of 16-bit numbers, because nearly any two bytes are a 16-bit number in the usual range.
constexpr Usual usualSizesOfSixteenBits = {1e-4, 100};

template <class T> class NumbersAs
{
public:
    explicit NumbersAs(const std::vector<unsigned char> &bytes) : m_bytes(bytes) {}
    std::size_t size() const { return m_bytes.size() / sizeof(T); }
    T numberAt(std::size_t i) const
    {
        T number{};
        std::memcpy(&number, m_bytes.data() + i * sizeof(T), sizeof(T));
        return number;
    }
    float at(std::size_t i) const { return static_cast<float>(numberAt(i)); }
    /// True if at least 95 % of the numbers are in `range` and no bytes remain after the last number.
    bool fit(const Usual &range = usualSizes) const
    {
        const std::string_view bytes(reinterpret_cast<const char *>(m_bytes.data()), m_bytes.size());
        return m_bytes.size() % sizeof(T) == 0 && shareBetween<T>(bytes, range.least, range.most) >= 0.95;
    }
    /// Returns the standard deviation of log2 of the absolute values: about 1.6 for normally distributed numbers.
    double octaves() const
    {
        double sum = 0, squares = 0, count = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            if (at(i) == 0)
                continue;
            const double power = std::log2(std::abs(static_cast<double>(at(i))));
            sum += power;
            squares += power * power;
            ++count;
        }
        return count > 0 ? std::sqrt(std::max(0.0, squares / count - sum * sum / count / count)) : 0;
    }
    /// Counts the numbers at even indices (0, 2, 4, …) that are not 0.
    std::size_t evenOnes() const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < size(); i += 2)
            count += at(i) != 0;
        return count;
    }
    Index appendTo(std::vector<float> &values) const
    {
        for (std::size_t i = 0; i < size(); ++i)
            values.push_back(at(i));
        return static_cast<Index>(size());
    }

private:
    const std::vector<unsigned char> &m_bytes;
};

/// True if the bytes are 16-bit numbers of type T. The lower halves of float32 rarely have plausible magnitudes as
/// 16-bit numbers. float16 and bfloat16 are distinguished by the spread of the logarithms: their exponents have 5 and 8
/// bits, so reading the wrong type makes the spread 8 times smaller or larger. Few numbers do not suffice: false.
template <class T> bool areSixteenBits(const std::vector<unsigned char> &bytes)
{
    constexpr std::size_t enough = 64;
    constexpr double least = 0.6, most = 5; // usual spread of log2 of vectors' numbers, as octaves() returns it
    const NumbersAs<T> numbers(bytes);
    return numbers.size() >= enough && numbers.fit(usualSizesOfSixteenBits) &&
           numbers.evenOnes() * 4 > numbers.size() && numbers.octaves() > least && numbers.octaves() < most;
}

/// True if the bytes are float64 numbers that were converted from float32, so that the last 29 bits of each are 0. Read
/// as float32, every second number would be 0 or a power of 2.
bool arePadded(const std::vector<unsigned char> &bytes)
{
    constexpr std::uint64_t lost = (std::uint64_t{1} << 29) - 1;
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, bytes.data() + at, sizeof bits);
        if ((bits & lost) != 0)
            return false;
    }
    return true;
}

/// Reverses the byte order of numbers of `each` bytes, for the big-endian vectors that Java writes.
std::vector<unsigned char> reversed(std::vector<unsigned char> bytes, std::size_t each)
{
    for (std::size_t at = 0; at + each <= bytes.size(); at += each)
        std::reverse(bytes.data() + at, bytes.data() + at + each);
    return bytes;
}

/// Appends the numbers of a vector of float32 or float64. Returns −1 if neither type gives plausible magnitudes.
/// `ofSingles`, `ofDoubles`: the same bytes; if their order was reversed, in groups of 4 and of 8.
Index appendFloats(const std::vector<unsigned char> &ofSingles, const std::vector<unsigned char> &ofDoubles,
                   std::vector<float> &values)
{
    const NumbersAs<float> singles(ofSingles);
    const NumbersAs<double> doubles(ofDoubles);
    const bool padded = doubles.fit() && arePadded(ofDoubles);
    if (singles.fit() && !padded)
        return singles.appendTo(values);
    return doubles.fit() ? doubles.appendTo(values) : -1;
}

} // namespace

Index appendBase64(std::string_view field, std::vector<float> &values)
{
    std::vector<unsigned char> bytes = bytesOfBase64(field);
    if (bytes.size() < fewestEncoded)
        return -1;
    // A vector of MongoDB (BSON subtype 9) begins with two bytes: 0x27 for float32, and the number of unused bits.
    if (bytes.size() % sizeof(float) == 2 && bytes[0] == 0x27 && bytes[1] == 0) {
        bytes.erase(bytes.begin(), bytes.begin() + 2);
        const NumbersAs<float> numbers(bytes);
        return numbers.fit() ? numbers.appendTo(values) : -1;
    }
    if (areSixteenBits<BrainFloat>(bytes))
        return NumbersAs<BrainFloat>(bytes).appendTo(values);
    if (areSixteenBits<Half>(bytes))
        return NumbersAs<Half>(bytes).appendTo(values);
    const Index count = appendFloats(bytes, bytes, values);
    return count > 0 ? count : appendFloats(reversed(bytes, sizeof(float)), reversed(bytes, sizeof(double)), values);
}

} // namespace anchorscope::io
