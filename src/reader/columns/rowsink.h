// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/filebytes.h"

#include <functional>
#include <string>
#include <string_view>

namespace anchorscope {

enum class NumberType : std::uint8_t {
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    float16,
    float32,
    float64
};
std::size_t bytesOf(NumberType type);
const char *nameOf(NumberType type);

/// Receiver of the values of a column, row by row. Ignores rows outside the range of `count` rows from `first` on.
class RowSink
{
public:
    RowSink(std::uint64_t first, std::uint64_t count) : m_first(first), m_end(first + count) {}
    virtual ~RowSink() = default;
    RowSink(const RowSink &) = delete;
    RowSink &operator=(const RowSink &) = delete;

    void rows(NumberType type, const std::byte *values, std::uint64_t rows, std::uint64_t each);
    void textRow(std::string_view text);
    void missingRow();
    /// Begins a row of a column of lists. The values of the row follow, one by one or in pieces; endRow() ends the row.
    void beginRow();
    void numbers(NumberType type, const std::byte *values, std::uint64_t count);
    void text(std::string_view text);
    void missingValue();
    void endRow();
    void skip(std::uint64_t rows) { m_row += rows; }

    bool isSelected() const { return m_row >= m_first && m_row < m_end; }
    bool done() const { return m_row >= m_end || m_enough; }
    /// Number of rows that a caller should skip, because they precede the first row to receive.
    std::uint64_t toSkip() const { return m_row < m_first ? m_first - m_row : 0; }
    std::uint64_t row() const { return m_row; }

protected:
    virtual void onBegin() {}
    virtual void onNumbers(NumberType type, const std::byte *values, std::uint64_t count) = 0;
    virtual void onText(std::string_view text) = 0;
    virtual void onMissingValue() {}
    virtual void onEnd() {}
    virtual void onMissingRow() {}
    virtual void onRows(NumberType type, const std::byte *values, std::uint64_t rows, std::uint64_t each);

    std::uint64_t slot() const { return m_row - m_first; }
    void enough() { m_enough = true; }

private:
    std::uint64_t m_first, m_end, m_row = 0;
    bool m_enough = false;
};

/// State of a row of numbers, which is sent to the parent process.
enum class RowState : std::uint8_t { good, missing, wrongLength, missingValue };

/// Converts rows of numbers to float32. Fills a row with NaN if it does not have `dimensions` values; states() contains
/// the reason.
class NumberSink final : public RowSink
{
public:
    /// Passes the rows in blocks to `send`, `dimensions` float32 per row.
    NumberSink(std::uint64_t first, std::uint64_t count, std::uint64_t dimensions, std::function<void(Bytes)> send);

    /// Passes on the last block. Rows that were not received are missing.
    void finish();

    /// RowState of each row; empty if all rows are good.
    const std::vector<std::uint8_t> &states() const { return m_states; }
    /// Number of values in the first row of wrong length.
    std::uint64_t wrongLength() const { return m_wrongLength; }

private:
    void onBegin() override;
    void onNumbers(NumberType type, const std::byte *values, std::uint64_t count) override;
    void onText(std::string_view) override { onMissingValue(); }
    void onMissingValue() override;
    void onEnd() override;
    void onMissingRow() override;
    void onRows(NumberType type, const std::byte *values, std::uint64_t rows, std::uint64_t each) override;
    void store(NumberType type, const std::byte *values, std::uint64_t count, std::uint64_t at);
    void mark(RowState state);
    void addRows(std::uint64_t rows);
    void flush();

    std::uint64_t m_rows, m_dimensions;
    std::function<void(Bytes)> m_send;
    std::uint64_t m_rowsPerBlock, m_rowsInBlock = 0;
    std::vector<float> m_block;
    std::uint64_t m_filled = 0; ///< number of values received for the current row
    bool m_hole = false;
    std::vector<std::uint8_t> m_states;
    std::uint64_t m_wrongLength = 0;
};

/// Collects rows as texts: numbers in decimal, lists as “[1, 2]”, missing values empty.
class TextSink final : public RowSink
{
public:
    /// Starts without texts. `limit`: maximum bytes of the texts (frame::bytesOfStrings); error "too-large" above it.
    TextSink(std::uint64_t first, std::uint64_t count, bool list, std::uint64_t limit);

    std::uint64_t missing() const { return m_missing; }
    const StringColumn &texts() const { return m_texts; }
    /// Adds empty texts for rows that were not received.
    void finish(std::uint64_t rows);
    std::uint64_t rows() const { return m_texts.offsets.size() - 1; }
    std::string_view at(std::uint64_t row) const;

private:
    void onBegin() override;
    void onNumbers(NumberType type, const std::byte *values, std::uint64_t count) override;
    void onText(std::string_view text) override;
    void onMissingValue() override;
    void onEnd() override;
    void onMissingRow() override;
    void separate();
    void close();

    bool m_list;
    std::uint64_t m_limit;
    StringColumn m_texts;
    bool m_first = true; ///< true if the next value is the first one of its row
    std::uint64_t m_missing = 0;
};

/// Determines the number of values in a column's first list that is not empty.
class LengthSink final : public RowSink
{
public:
    explicit LengthSink(std::uint64_t rows) : RowSink(0, rows) {}
    std::uint64_t length() const { return m_length; }

private:
    void onBegin() override { m_length = 0; }
    void onNumbers(NumberType, const std::byte *, std::uint64_t count) override { m_length += count; }
    void onText(std::string_view) override { ++m_length; }
    void onMissingValue() override { ++m_length; }
    void onEnd() override
    {
        if (m_length > 0)
            enough();
    }
    std::uint64_t m_length = 0;
};

} // namespace anchorscope
