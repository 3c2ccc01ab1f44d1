// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "io/text/lineblocks.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Record of a text table. `line`: number of its first line, from 1.
struct CsvRecord
{
    std::size_t line = 0;
    std::vector<std::string> fields;
};

/// Guesses the separator of a small table from its first line: a tab, a comma, a semicolon or a space.
char detectSeparator(std::string_view text);

/// Splits text into records: RFC 4180 quotes, LF or CRLF, an optional byte order mark; skips blank lines. With a space
/// as separator, runs of spaces and tabs count as one. Error "bad-line" names the line.
Result<std::vector<CsvRecord>> parseCsv(std::string_view text, char separator);

/// Splits a table of at least two columns at the separator that gives all lines equally many fields (tab, comma,
/// semicolon or blanks), otherwise at that of detectSeparator(); `separator` receives it. In a table with tabs or
/// blanks, quotes are ordinary characters unless every field with a quote is quoted as a whole. Errors: those of
/// parseCsv().
Result<std::vector<CsvRecord>> parseColumns(std::string_view text, char &separator);

/// Formats a CSV field (RFC 4180): quotes it if it contains a comma, a quote or a line break. Puts an apostrophe before
/// text that a spreadsheet would run as a formula (several characters, not a number, beginning with = + - @, a tab or
/// CR), and before apostrophes followed by such a character, so that withoutApostrophe() restores every text.
std::string csvField(std::string_view field);

/// Removes the apostrophe that csvField() puts before text that looks like a formula.
std::string_view withoutApostrophe(std::string_view field);

/// Writes a table as CSV (RFC 4180), atomically. Each row of `values` (n × d) becomes a line, in which the texts
/// precede the numbers. `header`: names of all columns; `names`: columns of texts, n entries each. Each number has
/// enough digits to restore the float32. Error "cannot-save".
Status writeNumbers(const std::string &path, const std::vector<std::string> &header,
                    const std::vector<std::vector<std::string>> &names, const Matrix &values);

/// Splits a record into fields, and removes quotes, escapes and padding. Returns false if a quote is not closed.
bool splitRecord(std::string_view record, RecordShape shape, std::vector<std::string> &fields);

/// True if a tab-separated table uses the backslash escapes of PostgreSQL's COPY, MySQL and ClickHouse: some field is
/// \N, or a letter of these escapes follows each backslash. A backslash after a colon is part of a Windows path.
bool haveEscapes(const std::vector<std::vector<std::string>> &rows);

/// True if zero bytes only pad fields to a fixed length: another zero byte or the end of the field follows each.
bool isPaddedText(std::string_view text);

} // namespace anchorscope::io
