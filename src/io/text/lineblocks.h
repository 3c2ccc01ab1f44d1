// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parallel.h"
#include "io/files/inputfile.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Rules for splitting a text into records.
struct RecordShape
{
    /// Separator of a table's fields, which may contain line breaks in quotes. A space represents any run of blanks;
    /// with 0, each line is a record.
    char separator = '\0';
    bool quotes = true;           ///< true if fields may be in RFC 4180 quotes; otherwise a quote is an ordinary
                                  ///< character
    bool carriageReturns = false; ///< true if lines end with CR only
    bool escapes =
        false; ///< true if \t, \n, \\ … stand for other characters, and \N alone for nothing, as databases write them
};

/// Reads a large text in blocks of whole records.
class LineBlocks
{
public:
    /// Reads from `offset` to the end of the file.
    LineBlocks(const InputFile &file, std::uint64_t offset, RecordShape shape = {})
        : m_file(file), m_shape(shape), m_offset(offset)
    {
    }

    /// Returns the next window of whole records, divided into blocks for parallel parsing; empty at the end of the
    /// file. The views are valid until the next call. Error "bad-line" for a line that is longer than a window.
    Result<std::vector<std::string_view>> next();
    /// Share of the file that has been read so far.
    double share() const { return static_cast<double>(m_offset) / static_cast<double>(m_file.bytes); }

private:
    void findRecords(bool atEnd);

    const InputFile &m_file;
    RecordShape m_shape;
    std::uint64_t m_offset;
    std::string m_window;
    std::size_t m_used = 0;          ///< number of bytes of the window that were returned
    std::vector<std::size_t> m_ends; ///< ends of the blocks within the window
};

/// Parses all blocks in parallel and passes the results to `take` in the order of the file until it returns false. T
/// parse(std::string_view block); bool take(T &&).
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

/// Removes the next line from the beginning of a text and returns it without its line end (LF or CRLF).
std::string_view takeLine(std::string_view &text);

/// Removes the next record of a table from the beginning of a text and returns it without its line end. RFC 4180 quotes
/// may contain line breaks; a quote that is never closed is an ordinary character.
std::string_view takeRecord(std::string_view &text, RecordShape shape);

} // namespace anchorscope::io
