// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// A text with one line for each row of a matrix, read as columns with roles.
struct ItemLines
{
    std::vector<Part> columns; ///< columns of the text; names and values determine their role: id, label or other
    std::vector<std::vector<std::string>> rows; ///< rows of the text, without the header
    std::size_t firstLine = 1;                  ///< line number of the first row in the file
};

/// Reads a text with one line for each of `rows` rows. One line more than `rows` is a header if it names ids or labels,
/// or differs from the other lines as names do. Lines with equally many fields between tabs, or between any of the
/// `separators` with the quotes of RFC 4180, are columns; otherwise each line is one text in which quotes and
/// separators have no special meaning, as in vocabularies. `partial`: there may be any number of additional lines.
/// Errors: "bad-dataset" if the number of lines does not fit, or there is an additional line that is not a header;
/// "bad-line".
Result<ItemLines> readItemLines(std::string_view text, std::size_t rows, bool partial, std::string_view separators);

} // namespace anchorscope::io
