// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// One record of a table of text and the line it begins in (counted from 1).
struct CsvRecord
{
    std::size_t line = 0;
    std::vector<std::string> fields;
};

/// The separator of a small table: a tab, a comma, a semicolon or a space, by its first line.
char detectSeparator(std::string_view text);

/// Splits text into records: RFC 4180 quotes, LF or CRLF, an optional byte order mark, blank lines left out. With a
/// space as separator, runs of spaces and tabs count as one. Error "bad-line" names the line.
Result<std::vector<CsvRecord>> parseCsv(std::string_view text, char separator);

/// A table of at least two columns whose separator is found by all lines: a tab, a comma, a semicolon, or blanks. Where
/// tabs separate, or blanks do, quotes are letters unless every field with one is quoted whole. What fits no separator
/// is split by that of the first line. `separator`: the one that was found. Errors: those of parseCsv().
Result<std::vector<CsvRecord>> parseColumns(std::string_view text, char &separator);

/// A field as RFC 4180 writes it: quoted where it holds a comma, a quote or a line break. What a spreadsheet would run
/// as a formula (it begins with = + - @, a tab or CR, goes on, and is no number) gets an apostrophe in front; so does
/// what already begins with apostrophes and such a character, so that withoutApostrophe() gives back every text.
std::string csvField(std::string_view field);

/// A field of a file that csvField() wrote, as it was before.
std::string_view withoutApostrophe(std::string_view field);

} // namespace anchorscope::io
