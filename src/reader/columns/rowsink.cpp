// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/columns/rowsink.h"

#include "core/kernels/half.h"
#include "frame/budget.h"
#include "frame/frame.h"
#include "reader/columns/columnsource.h"
#include "reader/columns/valuetext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace anchorscope {

namespace {

struct NumberFacts
{
    const char *name;
    std::size_t bytes;
};
constexpr std::array numberFacts = {NumberFacts{"int8", 1},    NumberFacts{"uint8", 1},  NumberFacts{"int16", 2},
                                    NumberFacts{"uint16", 2},  NumberFacts{"int32", 4},  NumberFacts{"uint32", 4},
                                    NumberFacts{"int64", 8},   NumberFacts{"uint64", 8}, NumberFacts{"float16", 2},
                                    NumberFacts{"float32", 4}, NumberFacts{"float64", 8}};

template <class T> void convert(const std::byte *source, std::uint64_t count, float *target)
{
    for (std::uint64_t i = 0; i < count; ++i) {
        T value;
        std::memcpy(&value, source + i * sizeof value, sizeof value);
        target[i] = static_cast<float>(value);
    }
}

template <class T> void appendNumber(const std::byte *source, std::string &text)
{
    T value;
    std::memcpy(&value, source, sizeof value);
    std::array<char, 32> digits{};
    std::to_chars_result written{};
    if constexpr (std::is_same_v<T, Half>)
        written = std::to_chars(digits.begin(), digits.end(), static_cast<float>(value));
    else if constexpr (sizeof(T) == 1)
        written = std::to_chars(digits.begin(), digits.end(), static_cast<int>(value));
    else
        written = std::to_chars(digits.begin(), digits.end(), value);
    text.append(digits.begin(), written.ptr);
}

/// C++ types of numbers, in the order of NumberType.
using NumberTypes = std::tuple<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                               std::int64_t, std::uint64_t, Half, float, double>;

/// Calls function() with a value of the C++ type that `type` represents.
template <class Function> void withNumberType(NumberType type, const Function &function)
{
    const auto call = [&]<std::size_t... place>(std::index_sequence<place...>)
    {
        ((static_cast<std::size_t>(type) == place ? function(std::tuple_element_t<place, NumberTypes>()) : void()),
         ...);
    };
    call(std::make_index_sequence<std::tuple_size_v<NumberTypes>>());
}

} // namespace

std::size_t bytesOf(NumberType type)
{
    return numberFacts[static_cast<std::size_t>(type)].bytes;
}

const char *nameOf(NumberType type)
{
    return numberFacts[static_cast<std::size_t>(type)].name;
}

void RowSink::rows(NumberType type, const std::byte *values, std::uint64_t rows, std::uint64_t each)
{
    const std::uint64_t before = std::min(rows, toSkip());
    const std::uint64_t selectedRows = std::min(rows - before, m_end - std::min(m_end, m_row + before));
    m_row += before;
    if (selectedRows > 0)
        onRows(type, values + before * each * bytesOf(type), selectedRows, each);
    m_row += rows - before;
}

void RowSink::onRows(NumberType type, const std::byte *values, std::uint64_t rows, std::uint64_t each)
{
    const std::uint64_t start = m_row;
    for (std::uint64_t i = 0; i < rows && !m_enough; ++i, ++m_row) {
        onBegin();
        onNumbers(type, values + i * each * bytesOf(type), each);
        onEnd();
    }
    m_row = start; // the caller, rows(), counts the rows
}

void RowSink::textRow(std::string_view value)
{
    beginRow();
    text(value);
    endRow();
}

void RowSink::missingRow()
{
    if (isSelected())
        onMissingRow();
    ++m_row;
}

void RowSink::beginRow()
{
    if (isSelected())
        onBegin();
}

void RowSink::numbers(NumberType type, const std::byte *values, std::uint64_t count)
{
    if (isSelected())
        onNumbers(type, values, count);
}

void RowSink::text(std::string_view value)
{
    if (isSelected())
        onText(value);
}

void RowSink::missingValue()
{
    if (isSelected())
        onMissingValue();
}

void RowSink::endRow()
{
    if (isSelected())
        onEnd();
    ++m_row;
}

NumberSink::NumberSink(std::uint64_t first, std::uint64_t count, std::uint64_t dimensions,
                       std::function<void(Bytes)> send)
    : RowSink(first, count), m_rows(count), m_dimensions(dimensions), m_send(std::move(send))
{
    constexpr std::uint64_t blockValues = 1 << 16; // small enough for the processor's cache
    m_rowsPerBlock = std::clamp<std::uint64_t>(blockValues / std::max<std::uint64_t>(dimensions, 1), 1,
                                               std::max<std::uint64_t>(count, 1));
    m_block.resize(m_rowsPerBlock * dimensions);
}

/// Stores values in the block, from the value with the index `at` on.
void NumberSink::store(NumberType type, const std::byte *values, std::uint64_t count, std::uint64_t at)
{
    float *target = m_block.data() + at;
    if (type == NumberType::float32)
        std::memcpy(target, values, count * sizeof(float));
    else
        withNumberType(type, [&](auto kind) { convert<decltype(kind)>(values, count, target); });
}

/// Completes `rows` rows of the block.
void NumberSink::addRows(std::uint64_t rows)
{
    m_rowsInBlock += rows;
    if (m_rowsInBlock == m_rowsPerBlock)
        flush();
}

void NumberSink::flush()
{
    m_send(std::as_bytes(std::span(m_block).first(m_rowsInBlock * m_dimensions)));
    m_rowsInBlock = 0;
}

void NumberSink::finish()
{
    while (!done())
        missingRow();
    flush();
}

void NumberSink::mark(RowState state)
{
    if (m_states.empty())
        m_states.assign(m_rows, static_cast<std::uint8_t>(RowState::good));
    m_states[slot()] = static_cast<std::uint8_t>(state);
    std::fill_n(m_block.begin() + static_cast<std::ptrdiff_t>(m_rowsInBlock * m_dimensions), m_dimensions,
                std::numeric_limits<float>::quiet_NaN());
}

void NumberSink::onBegin()
{
    m_filled = 0;
    m_hole = false;
}

void NumberSink::onNumbers(NumberType type, const std::byte *values, std::uint64_t count)
{
    const std::uint64_t room = m_filled < m_dimensions ? m_dimensions - m_filled : 0;
    store(type, values, std::min(count, room), m_rowsInBlock * m_dimensions + std::min(m_filled, m_dimensions));
    m_filled += count;
}

void NumberSink::onMissingValue()
{
    ++m_filled;
    m_hole = true;
}

void NumberSink::onEnd()
{
    if (m_filled != m_dimensions) {
        if (m_wrongLength == 0)
            m_wrongLength = m_filled;
        mark(RowState::wrongLength);
    } else if (m_hole) {
        mark(RowState::missingValue);
    }
    addRows(1);
}

void NumberSink::onMissingRow()
{
    mark(RowState::missing);
    addRows(1);
}

void NumberSink::onRows(NumberType type, const std::byte *values, std::uint64_t rows, std::uint64_t each)
{
    if (each != m_dimensions)
        return RowSink::onRows(type, values, rows, each);
    for (std::uint64_t done = 0; done < rows;) {
        const std::uint64_t count = std::min(rows - done, m_rowsPerBlock - m_rowsInBlock);
        store(type, values + done * each * bytesOf(type), count * each, m_rowsInBlock * m_dimensions);
        addRows(count);
        done += count;
    }
}

TextSink::TextSink(std::uint64_t first, std::uint64_t count, bool list, std::uint64_t limit)
    : RowSink(first, count), m_list(list), m_limit(limit)
{
}

void TextSink::separate()
{
    if (m_list && !m_first)
        m_texts.bytes += ", ";
    m_first = false;
}

void TextSink::close()
{
    m_texts.offsets.push_back(m_texts.bytes.size());
    if (rows() * frame::bytesPerString + m_texts.bytes.size() > m_limit)
        throw UnreadableColumn("too-large",
                               frame::overBudget(rows() * frame::bytesPerString + m_texts.bytes.size(), m_limit));
}

void TextSink::onBegin()
{
    m_first = true;
    if (m_list)
        m_texts.bytes += '[';
}

void TextSink::onNumbers(NumberType type, const std::byte *values, std::uint64_t count)
{
    for (std::uint64_t i = 0; i < count; ++i) {
        separate();
        withNumberType(type,
                       [&](auto kind) { appendNumber<decltype(kind)>(values + i * bytesOf(type), m_texts.bytes); });
    }
}

void TextSink::onText(std::string_view text)
{
    separate();
    if (!m_list) {
        m_texts.bytes += text;
        return;
    }
    m_texts.bytes += '"';
    for (const char each : text) {
        if (each == '"' || each == '\\')
            m_texts.bytes += '\\';
        m_texts.bytes += each;
    }
    m_texts.bytes += '"';
}

void TextSink::onMissingValue()
{
    separate();
    m_texts.bytes += "null";
}

void TextSink::onEnd()
{
    if (m_list)
        m_texts.bytes += ']';
    close();
}

void TextSink::onMissingRow()
{
    ++m_missing;
    close();
}

void TextSink::finish(std::uint64_t count)
{
    while (rows() < count)
        close();
}

std::string_view TextSink::at(std::uint64_t row) const
{
    return std::string_view(m_texts.bytes)
        .substr(m_texts.offsets[row], m_texts.offsets[row + 1] - m_texts.offsets[row]);
}

namespace {

/// Decides whether the bytes in the first rows are vectors of equal length. Each float32 or float64 in them must be 0
/// or have a magnitude between 2^-60 and 2^40. Random bytes have it with probability 0.4 (float32) or 0.05 (float64).
class PackedSink final : public RowSink
{
public:
    PackedSink() : RowSink(0, frame::sampleRows) {}
    std::uint64_t width() const { return m_width; }
    bool found() const { return m_fits && !m_text && !m_halves && m_width > 1 && m_bytes >= 96; }

private:
    void onNumbers(NumberType type, const std::byte *values, std::uint64_t count) override
    {
        const std::uint64_t bytes = count * bytesOf(type);
        m_fits = m_fits && (m_bytes == 0 || count == m_width);
        withNumberType(type, [&](auto kind) {
            for (std::uint64_t i = 0; i < count; ++i) {
                std::memcpy(&kind, values + i * sizeof kind, sizeof kind);
                const double size = std::abs(static_cast<double>(kind));
                m_fits = m_fits && (size == 0 || (size > 0x1p-60 && size < 0x1p40));
                m_halves = m_halves && sizeof kind == 4 && (size == 0 || i % 2 == 1);
            }
        });
        m_text = m_text && isPlainText({values, bytes});
        m_width = count;
        m_bytes += bytes;
    }
    void onText(std::string_view) override { m_fits = false; }

    bool m_fits = true, m_text = true;
    /// True if all float32 with even indices are 0: then they are first halves of float64 numbers with few digits.
    bool m_halves = true;
    std::uint64_t m_width = 0, m_bytes = 0;
};

} // namespace

std::optional<NumberType> packedNumbers(const std::function<void(RowSink &)> &read, ColumnInfo &info,
                                        const std::function<void(NumberType)> &set)
{
    for (const NumberType type : {NumberType::float32, NumberType::float64}) {
        PackedSink sink;
        set(type);
        read(sink);
        if (!sink.found())
            continue;
        info.numeric = true;
        info.width = sink.width();
        info.type += std::string(" as ") + nameOf(type);
        return type;
    }
    return std::nullopt;
}

} // namespace anchorscope
