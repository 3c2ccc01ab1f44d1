// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/facts.h"

#include "core/plaintext.h"
#include "io/text/textnumber.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_set>

namespace anchorscope::io {

namespace {

/// Minimum number of bytes of a vector (three float32); a shorter text is a word.
constexpr std::size_t fewestBytes = 12;
/// Maximum number of hexadecimal digits of a text to examine.
constexpr std::size_t maxLookedAt = 4096;

/// Decodes bytes of two hexadecimal digits each; nullopt if the text contains any other character.
std::optional<std::string> bytesOf(std::string_view text)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        std::uint8_t byte = 0;
        if (std::from_chars(text.data() + i, text.data() + i + 2, byte, 16).ptr != text.data() + i + 2)
            return std::nullopt;
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

template <class T> bool holdsUsual(std::string_view bytes)
{
    return bytes.size() >= 2 * sizeof(T) && shareBetween<T>(bytes, 1e-9, 1e4) >= 0.95;
}

/// True if the numbers are bytes (whole, 0 to 255), and these are several float32 or float64 of usual magnitudes.
bool areBytesOfVector(const std::vector<float> &numbers)
{
    std::string bytes;
    for (const float each : numbers) {
        if (each < 0 || each > 255 || each != static_cast<float>(static_cast<int>(each)))
            return false;
        bytes += static_cast<char>(static_cast<unsigned char>(each));
    }
    std::size_t filled = 0; // number of float32 whose highest byte is not 0; few in images
    for (std::size_t at = 3; at < bytes.size(); at += 4)
        filled += bytes[at] != 0;
    return bytes.size() >= fewestBytes && bytes.size() % sizeof(float) == 0 && filled * 8 >= bytes.size() &&
           (holdsUsual<float>(bytes) || (bytes.size() % sizeof(double) == 0 && holdsUsual<double>(bytes)));
}

/// True if a text consists of hexadecimal digits that encode several float32 or float64, as databases print binary
/// data. Nearly all numbers must have magnitudes that are common in vectors; a hash, for example, hardly ever has them.
bool isEncodedVector(std::string_view text)
{
    if (text.starts_with("\\x") || text.starts_with("0x"))
        text.remove_prefix(2);
    const auto bytes = bytesOf(text.substr(0, maxLookedAt));
    return bytes && bytes->size() >= fewestBytes && (holdsUsual<float>(*bytes) || holdsUsual<double>(*bytes));
}

bool isWholeText(std::string_view field)
{
    field.remove_prefix(field.starts_with('-') || field.starts_with('+'));
    return !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isGap(std::string_view field)
{
    return isMissing(field) || toLower(field) == "nan";
}

bool isDecimalComma(std::string_view field)
{
    const std::size_t comma = field.find(',');
    if (comma == std::string_view::npos || field.find(',', comma + 1) != std::string_view::npos)
        return false;
    std::string point(field);
    point[comma] = '.';
    return field.find('.') == std::string_view::npos && isNumber(point);
}

/// True if a field is a number with separators of thousands: “1,234.5”, “1.234,5”, “1'234”.
bool hasThousands(std::string_view field)
{
    const std::size_t mark = field.find_first_of(",.'");
    if (mark == std::string_view::npos || mark == 0 || mark > 4)
        return false;
    std::string plain(field);
    std::erase(plain, field[mark]);
    const bool comma = field[mark] == '.'; // true if points separate thousands, so that a comma precedes the decimals
    std::replace(plain.begin(), plain.end(), ',', comma ? '.' : 'x');
    const bool grouped = field.size() >= mark + 4 &&
                         field.substr(mark + 1, 3).find_first_not_of("0123456789") == std::string_view::npos &&
                         (field.size() == mark + 4 || std::string_view(",.'").find(field[mark + 4]) < 3);
    return grouped && isNumber(plain);
}

/// True if a field is a number in an unknown notation: it begins like one, and half of its characters are digits.
bool isOddNumber(std::string_view field)
{
    if (field.empty() || std::string_view("0123456789+-.,").find(field[0]) == std::string_view::npos)
        return false;
    const auto digits = std::ranges::count_if(field, [](unsigned char c) { return c >= '0' && c <= '9'; });
    return 2 * static_cast<std::size_t>(digits) >= field.size();
}

/// True if a field is a hash or UUID. Like a number, it may consist mostly of digits: “9e3779b1”.
bool isHash(std::string_view field)
{
    constexpr std::size_t shortest = 7; // minimum length of a hash; Git abbreviates hashes to 7 digits
    return field.size() >= shortest && field.find_first_not_of("0123456789abcdefABCDEF-") == std::string_view::npos &&
           field.find_first_of("abcdefABCDEF") != std::string_view::npos;
}

/// True if a field begins with a digit but is a code, such as “10.0.0.1”, “978-0-00000-0”, “2021-01-04”, “1ab00” or
/// “10.1000/0e0”. False for a number, and for a number with a unit.
bool isCode(std::string_view field)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (field.starts_with("0x") || !isDigit(field[0]))
        return false;
    std::size_t points = 0;
    for (std::size_t i = 1; i + 1 < field.size(); ++i) {
        const bool between = isDigit(field[i + 1]) && (isDigit(field[i - 1]) || isLetter(field[i - 1]));
        points += field[i] == '.' && between;
        if ((isLetter(field[i]) && isDigit(field[i + 1])) || (field[i] == '-' && between) || points > 1)
            return true;
    }
    return false;
}

double spreadOf(const std::vector<double> &values)
{
    if (values.empty())
        return 0;
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / count);
}

bool isWholeNumber(double number)
{
    constexpr double exact = 9007199254740992.0; // 2^53, the limit to which float64 represents all whole numbers
    return std::isfinite(number) && std::abs(number) <= exact && number == std::floor(number);
}

class FactCounter
{
public:
    void add(std::string_view untrimmed)
    {
        constexpr std::size_t longestExample = 60;
        const std::string_view field = trimmed(untrimmed);
        PartFacts &facts = m_facts;
        if (facts.rows == 0 || facts.example.empty())
            facts.example = field.substr(0, longestExample);
        const auto row = static_cast<double>(facts.rows++);
        facts.length += field.size();
        if (!isMissing(field))
            m_values.insert(field);
        const std::optional<double> number = countKind(field);
        facts.growing = facts.growing && number && *number > m_before;
        facts.running =
            facts.running && facts.growing && isWholeNumber(*number) && (*number == row || *number == row + 1);
        if (!number)
            return;
        m_before = *number;
        if (std::isfinite(*number))
            m_finite.push_back(*number);
    }

    PartFacts take()
    {
        PartFacts &facts = m_facts;
        const std::size_t told = facts.rows - m_blank - m_words;
        // If most values are words, “.”, “-”, “?” and “NA” are counted as words; otherwise as missing numbers.
        const bool words = told > 0 && (facts.numbers + facts.vectors + facts.commas) * 5 <= told * 4;
        facts.missing = m_blank + (words ? 0 : m_words);
        facts.distinct = m_values.size() + (words ? m_missingWords.size() : 0);
        facts.spread = spreadOf(m_finite);
        facts.running = facts.running && facts.rows > 0;
        facts.wholeLists = facts.wholeLists && facts.lists > 0;
        facts.oneHot = facts.oneHot && facts.lists > 0 && !m_lengths.empty() && m_lengths.rbegin()->first > 1;
        if (!m_lengths.empty()) {
            facts.shortest = m_lengths.begin()->first;
            facts.longest = m_lengths.rbegin()->first;
            for (const auto &[length, count] : m_lengths)
                facts.usual = std::max(facts.usual, count);
        }
        return std::move(facts);
    }

private:
    /// Counts a value by its kind. Returns a number, as float64, so that large ids remain distinct; otherwise nullopt.
    std::optional<double> countKind(std::string_view field)
    {
        float rounded = 0;
        if (field.empty()) {
            ++m_blank;
        } else if (isMissing(field)) {
            ++m_words;
            m_missingWords.insert(field);
        } else if (readField(field, rounded)) {
            double number = static_cast<double>(rounded);
            std::from_chars(field.data(), field.data() + field.size(), number);
            ++m_facts.numbers;
            // Large ids count as whole, although float64 rounds them. So does NaN, which pandas writes for missing
            // values.
            m_facts.whole += isWholeText(field) || isWholeNumber(number) || std::isnan(number);
            m_facts.writtenWhole = m_facts.writtenWhole && isWholeText(field);
            m_facts.ones += number == 1;
            m_facts.zeros += number == 0;
            return number;
        } else if (isDecimalComma(field)) {
            ++m_facts.commas;
        } else if (hasThousands(field)) {
            ++m_facts.thousands;
        } else if (isNestedText(field)) {
            ++m_facts.nested;
        } else if (isListText(field, m_list)) {
            countList(m_list);
        } else if (isEncodedVector(field)) {
            ++m_facts.encoded;
        } else {
            m_facts.odd += isOddNumber(field) && !isHash(field) && !isCode(field);
            m_facts.vectors += isVectorText(field);
        }
        return std::nullopt;
    }

    void countList(const std::vector<float> &numbers)
    {
        ++m_facts.lists;
        m_facts.vectors += numbers.size() > 1;
        m_facts.bytes += areBytesOfVector(numbers);
        ++m_lengths[numbers.size()];
        const auto whole = [](float each) { return isWholeNumber(static_cast<double>(each)); };
        m_facts.wholeLists = m_facts.wholeLists && std::ranges::all_of(numbers, whole);
        m_facts.oneHot = m_facts.oneHot && std::ranges::count(numbers, 1.0f) == 1 &&
                         std::ranges::count(numbers, 0.0f) + 1 == std::ssize(numbers);
    }

    PartFacts m_facts{.writtenWhole = true, .wholeLists = true, .oneHot = true, .running = true, .growing = true};
    std::size_t m_blank = 0, m_words = 0; ///< number of empty values, and of words such as NA
    std::unordered_set<std::string_view> m_values, m_missingWords;
    std::map<std::size_t, std::size_t> m_lengths;
    std::vector<double> m_finite;
    std::vector<float> m_list;
    double m_before = -INFINITY;
};
} // namespace

std::string_view trimmed(std::string_view field)
{
    const std::size_t begin = std::min(field.find_first_not_of(' '), field.size());
    field.remove_prefix(begin);
    return field.substr(0, field.find_last_not_of(' ') + 1);
}

bool isMissing(std::string_view field)
{
    constexpr std::array words = {"NA", "N/A", "#N/A", "na", "n/a", "null", "NULL", "None", "\\N", "-", "?", "."};
    field = trimmed(field);
    return field.empty() || std::find(words.begin(), words.end(), field) != words.end();
}

bool isNumber(std::string_view field)
{
    float value = 0;
    return readField(trimmed(field), value);
}

PartFacts factsOf(const TextRows &rows, std::size_t column, std::size_t first)
{
    FactCounter counter;
    for (std::size_t i = first; i < rows.size(); ++i) {
        if (column < rows[i].size())
            counter.add(rows[i][column]);
    }
    return counter.take();
}

PartFacts factsOf(const std::vector<std::string> &values)
{
    FactCounter counter;
    for (const std::string &value : values)
        counter.add(value);
    return counter.take();
}

void writeWhole(std::vector<std::string> &values)
{
    std::vector<std::string> plain;
    for (const std::string &value : values) {
        double number = 0;
        if (isGap(value) || isWholeText(value))
            plain.push_back(isGap(value) ? std::string() : value);
        else if (readValue(value, number) && isWholeNumber(number) && value.find('.') != std::string::npos)
            plain.push_back(std::to_string(static_cast<long long>(number)));
        else
            return;
    }
    // Changes nothing if no number has a “.0” to remove: “-” and the like would become empty, but may be texts.
    if (!std::ranges::equal(plain, values,
                            [](const std::string &a, const std::string &b) { return a.empty() || a == b; }))
        values = std::move(plain);
}

} // namespace anchorscope::io
