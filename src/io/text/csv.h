// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Record of a table of text, and the number of its first line (from 1).
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

/// Splits a table of at least two columns with the separator that fits all lines: a tab, a comma, a semicolon, or
/// blanks. If no separator fits, the one of the first line is used. In a table separated by tabs or blanks, quotes are
/// ordinary characters unless every field that contains one is quoted as a whole. `separator`: receives the separator.
/// Errors: those of parseCsv().
Result<std::vector<CsvRecord>> parseColumns(std::string_view text, char &separator);

/// Formats a field for RFC 4180: quoted if it contains a comma, a quote or a line break. An apostrophe precedes text
/// that a spreadsheet would run as a formula (it begins with = + - @, a tab or CR, has further characters, and is not a
/// number), and text that already begins with apostrophes and such a character, so that withoutApostrophe() restores
/// every text.
std::string csvField(std::string_view field);

/// Restores the text of a field that csvField() has formatted.
std::string_view withoutApostrophe(std::string_view field);

} // namespace anchorscope::io
