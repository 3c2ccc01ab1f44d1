// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parallel.h"
#include "io/files/inputfile.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// How a text is cut into records.
struct RecordShape
{
    /// Of a table, whose fields may hold line breaks in quotes; a space: runs of blanks; 0: a record is a line.
    char separator = '\0';
    bool quotes = true;           ///< a field in quotes is one of RFC 4180; else a quote is a letter
    bool carriageReturns = false; ///< lines end with CR alone
};

/// Goes through a large text in blocks of whole records.
class LineBlocks
{
public:
    /// From `offset` to the end of the file.
    LineBlocks(const InputFile &file, std::uint64_t offset, RecordShape shape = {})
        : m_file(file), m_shape(shape), m_offset(offset)
    {
    }

    /// The next window of whole records, cut into blocks for parallel parsing; none at the end of the file. The views
    /// live until the next call. Error "bad-line" for a line that is longer than a window.
    Result<std::vector<std::string_view>> next();
    /// Share of the file that was read.
    double share() const { return static_cast<double>(m_offset) / static_cast<double>(m_file.bytes); }

private:
    void findRecords(bool atEnd);

    const InputFile &m_file;
    RecordShape m_shape;
    std::uint64_t m_offset;
    std::string m_window;
    std::size_t m_used = 0;          ///< bytes of the window that were given out
    std::vector<std::size_t> m_ends; ///< of the blocks within the window
};

/// Parses all blocks in parallel and hands the results to `take` in the order of the file until it says false.
/// T parse(std::string_view block); bool take(T &&).
template <class Parse, class Take>
Status parseLines(LineBlocks blocks, const Parse &parse, const Take &take, const RunContext &context)
{
    while (true) {
        const auto window = blocks.next();
        if (!window)
            return window.error();
        if (window->empty())
            return Done{};
        auto parsed = mapBlocks(
            static_cast<Index>(window->size()), 1,
            [&](Index begin, Index) { return parse((*window)[static_cast<std::size_t>(begin)]); }, context);
        if (!parsed)
            return cancelledError();
        for (auto &each : *parsed) {
            if (!take(std::move(each)))
                return Done{};
        }
        context.report(blocks.share(), "reading");
    }
}

/// Takes the next line off the front of a text, without its line end (LF or CRLF).
std::string_view takeLine(std::string_view &text);

/// Takes the next record of a table off the front of a text, without its line end: a line, or several where quotes of
/// RFC 4180 hold line breaks. A quote that is never closed is no quote.
std::string_view takeRecord(std::string_view &text, RecordShape shape);

} // namespace anchorscope::io
