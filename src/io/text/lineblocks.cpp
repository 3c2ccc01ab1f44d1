// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/lineblocks.h"

#include <algorithm>

namespace anchorscope::io {

namespace {

constexpr std::size_t windowBytes = 32 << 20;
constexpr std::size_t blockBytes = 1 << 20;
/// Maximum bytes and lines of a record with quotes. In a longer record, the quote is an ordinary character.
constexpr std::size_t longestRecord = 8 << 20;
constexpr std::size_t maxLines = 100;

/// State at the end of a line: outside quotes, inside quotes, or `wrong` if text followed a closing quote.
enum class Quote { closed, open, wrong };

/// Returns the state at the end of a line. `open`: true if the line begins inside quotes.
Quote quoteAfter(std::string_view line, char separator, bool open)
{
    bool atFieldBegin = !open;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!open) {
            open = line[i] == '"' && atFieldBegin;
        } else if (line[i] == '"') {
            const char next = i + 1 < line.size() ? line[i + 1] : '\r';
            if (next != '"' && next != '\r' && next != separator)
                return Quote::wrong;
            i += next == '"';
            open = next == '"';
        }
        atFieldBegin = !open && line[i] == separator;
    }
    return open ? Quote::open : Quote::closed;
}

/// Returns the position after the line end of the record that begins at `begin`; npos if the text ends within it.
std::size_t recordEnd(std::string_view text, std::size_t begin, char separator)
{
    const std::size_t plain = text.find('\n', begin);
    Quote quote = Quote::closed;
    std::size_t lineBegin = begin, end = plain;
    for (std::size_t lines = 0; end != std::string_view::npos; ++lines, end = text.find('\n', lineBegin)) {
        const std::string_view line = text.substr(lineBegin, end - lineBegin);
        if (line.find('"') != std::string_view::npos)
            quote = quoteAfter(line, separator, quote == Quote::open);
        if (quote == Quote::closed)
            return end + 1;
        if (quote == Quote::wrong || end - begin > longestRecord || lines == maxLines)
            return plain + 1;
        lineBegin = end + 1;
    }
    return plain != std::string_view::npos && text.size() - begin > longestRecord ? plain + 1 : std::string_view::npos;
}

} // namespace

Result<std::vector<std::string_view>> LineBlocks::next()
{
    m_window.erase(0, m_used);
    const std::size_t kept = m_window.size();
    m_window.resize(std::min<std::uint64_t>(windowBytes, kept + (m_file.bytes - std::min(m_file.bytes, m_offset))));
    const auto got = m_file.read(m_offset, std::span(m_window).subspan(kept));
    if (!got)
        return got.error();
    m_offset += *got;
    const bool atEnd = m_window.size() < windowBytes || m_offset >= m_file.bytes;
    m_window.resize(kept + *got);
    if (m_shape.carriageReturns)
        std::replace(m_window.begin() + static_cast<std::ptrdiff_t>(kept), m_window.end(), '\r', '\n');
    findRecords(atEnd);
    if (m_used == 0 && !m_window.empty())
        return Error(ErrorCode::badLine,
                     "a line has more than 32 million bytes, so it is not a text file of numbers: choose another file")
            .in(m_file.path);
    std::vector<std::string_view> blocks;
    std::size_t begin = 0;
    for (const std::size_t end : m_ends) {
        blocks.push_back(std::string_view(m_window).substr(begin, end - begin));
        begin = end;
    }
    return blocks;
}

/// Divides the window (the part of the file in memory) into blocks of whole records; the bytes after them remain.
void LineBlocks::findRecords(bool atEnd)
{
    m_ends.clear();
    m_used = 0;
    const bool quotes = m_shape.separator != '\0' && m_shape.quotes && m_window.find('"') != std::string::npos;
    while (m_used < m_window.size()) {
        const std::size_t begin = m_used;
        // Without quotes, every line is a record, and a block can be cut at any line end.
        if (!quotes) {
            const std::size_t end = m_window.find('\n', std::min(begin + blockBytes, m_window.size()) - 1);
            m_used = end != std::string::npos ? end + 1 : m_window.size();
            if (end == std::string::npos && !atEnd) {
                const std::size_t last = m_window.rfind('\n');
                m_used = last == std::string::npos || last < begin ? begin : last + 1;
            }
        }
        while (quotes && m_used < m_window.size() && m_used - begin < blockBytes) {
            const std::size_t end = recordEnd(m_window, m_used, m_shape.separator);
            if (end == std::string::npos && !atEnd)
                break;
            m_used = std::min(end, m_window.size());
        }
        if (m_used == begin)
            return;
        m_ends.push_back(m_used);
    }
}

std::string_view withoutMark(std::string_view text)
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

std::string_view takeLine(std::string_view &text)
{
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::vector<std::string_view> splitAt(std::string_view text, char separator)
{
    std::vector<std::string_view> fields;
    while (true) {
        const std::size_t end = text.find(separator);
        fields.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return fields;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> splitAtBlanks(std::string_view line)
{
    std::vector<std::string_view> fields;
    while (true) {
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string_view::npos)
            return fields;
        line.remove_prefix(begin);
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        fields.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

std::string_view takeRecord(std::string_view &text, RecordShape shape)
{
    if (!shape.quotes)
        return takeLine(text);
    std::size_t end = recordEnd(text, 0, shape.separator);
    if (end == std::string_view::npos) // a quote is never closed, so the record is the first line
        end = std::min(text.find('\n'), text.size() - 1) + 1;
    std::string_view record = text.substr(0, end);
    text.remove_prefix(end);
    record.remove_suffix(record.ends_with('\n'));
    record.remove_suffix(record.ends_with('\r'));
    return record;
}

} // namespace anchorscope::io
