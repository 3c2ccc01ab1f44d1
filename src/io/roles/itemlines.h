// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Content of a text file that has one line for each row of a matrix.
struct ItemLines
{
    std::vector<Part> columns = {};                  ///< columns with the roles id, label or other
    std::vector<std::vector<std::string>> rows = {}; ///< fields of each line, without the header
    std::size_t firstLine = 1;                       ///< number of the line of the first row, from 1
    bool named = false;                              ///< true if the columns have names
    const char *unit = "line";                       ///< unit of `firstLine` in messages: "line" or "row"
    std::string note = {}; ///< doubt about the first line, as a sentence without the name of the file; may be empty
};

/// Reads a text that has one line for each of `rows` rows. If there is one line more, the first line must be a header:
/// it names ids or labels, or its texts occur in no other line. Otherwise the first line must not look like a header: a
/// name of ids or labels that occurs in no other line, unless all others differ too. Lines are split at tabs or one of
/// the `separators` (with the quotes of RFC 4180) if this gives equally many fields; otherwise each line is one text,
/// in which quotes and separators are ordinary characters. `partial`: true if the text is only a beginning, so that its
/// number of lines does not matter. Errors: "bad-dataset" for a wrong number of lines, or without the header;
/// "bad-line".
Result<ItemLines> readItemLines(std::string_view text, std::size_t rows, bool partial, std::string_view separators);
/// Assigns roles to the columns of a table with one row for each row of a matrix. `names`: empty without names.
ItemLines itemLinesOf(const std::vector<std::string> &names, std::vector<std::vector<std::string>> rows);

} // namespace anchorscope::io
