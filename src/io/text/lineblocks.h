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
    /// Character between the fields of a table. A space represents any run of blanks; with 0, the text is not a table
    /// and each line is a record. In a table, quoted fields may contain line breaks.
    char separator = '\0';
    /// True if fields may be in RFC 4180 quotes; otherwise quotes are ordinary characters.
    bool quotes = true;
    bool carriageReturns = false; ///< true if lines end with CR only
    bool padded = false;  ///< true if fields are padded with blanks, as in “a, 0.1, 0.2” or “a | 0.1 | 0.2”
    bool escapes = false; ///< true for the backslash escapes of databases: \t, \n, \\ …, and \N for null
};

/// Reader of a large text file, in blocks of whole records.
class LineBlocks
{
public:
    LineBlocks(const InputFile &file, std::uint64_t offset, RecordShape shape = {})
        : m_file(file), m_shape(shape), m_offset(offset)
    {
    }

    /// Reads up to 32 MiB of whole records and returns them in blocks for parallel parsing; empty at the end of the
    /// file. The views are valid until the next call. Error "bad-line" for a line that is longer.
    Result<std::vector<std::string_view>> next();
    /// Returns the fraction of the file that has been read so far.
    double share() const { return static_cast<double>(m_offset) / static_cast<double>(m_file.bytes); }

private:
    void findRecords(bool atEnd);

    const InputFile &m_file;
    RecordShape m_shape;
    std::uint64_t m_offset;
    std::string m_window;
    std::size_t m_used = 0;          ///< number of bytes at the beginning of m_window that are whole records
    std::vector<std::size_t> m_ends; ///< end of each block, as an offset in m_window
};

/// Parses all blocks of a file in parallel, each by a call T parse(std::string_view block). Passes the results, in the
/// order of the file, to bool take(T &&), until it returns false.
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

/// Returns a text without a byte order mark at its beginning.
std::string_view withoutMark(std::string_view text);

/// Removes the first line from a text and returns it without its line end (LF or CRLF).
std::string_view takeLine(std::string_view &text);

/// Splits a text at each `separator`.
std::vector<std::string_view> splitAt(std::string_view text, char separator);
/// Splits a line at its blanks; none of the fields is empty.
std::vector<std::string_view> splitAtBlanks(std::string_view line);
/// Removes the first record of a table from a text and returns it without its line end. Fields in RFC 4180 quotes may
/// contain line breaks; a quote that is never closed is an ordinary character.
std::string_view takeRecord(std::string_view &text, RecordShape shape);

} // namespace anchorscope::io
