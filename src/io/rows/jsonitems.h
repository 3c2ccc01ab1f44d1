// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"
#include "io/rows/jsonrecords.h"

namespace anchorscope::io {

/// Without a byte order mark.
std::string_view withoutMark(std::string_view text);

/// readJsonArrays() of a file, with progress. Errors: also those of reading, "cancelled".
Status readJsonArrays(const FileCandidate &candidate, const TakeRecord &take, const RunContext &context);

/// The items of a JSON object.
struct JsonItems
{
    std::vector<JsonRecord> items;
    bool named = false;                                            ///< its members are vectors, and their names the ids
    std::vector<std::pair<std::string, std::size_t>> leftOut = {}; ///< arrays of other lengths, with these
};

/// Items are the elements of those arrays that are as long as the one with vectors, side by side; the rows of a table
/// whose columns are named beside it; or what stands under each of its keys. None if there are none of these. Errors:
/// those of readJsonArrays(), "too-large".
Result<JsonItems> readJsonObject(const FileCandidate &candidate, const RunContext &context);

} // namespace anchorscope::io
