// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"
#include "io/rows/jsonrecords.h"

namespace anchorscope::io {

/// Removes a byte order mark.
std::string_view withoutMark(std::string_view text);

/// Calls readJsonArrays() for a file and reports progress. Errors: also those of reading the file, "cancelled".
Status readJsonArrays(const FileCandidate &candidate, const TakeRecord &take, const RunContext &context);

/// Items of a JSON object, with facts about where they were found.
struct JsonItems
{
    std::vector<JsonRecord> items;
    bool named = false;         ///< true if each member is a vector, named by its id
    std::string direction = {}; ///< sentence about which keys were taken as the items, if others are possible
    std::vector<std::pair<std::string, std::size_t>> leftOut = {}; ///< names and lengths of unused arrays
};

/// Finds the items of a JSON object. They are the elements of its vector array, combined with those of other arrays of
/// equal length; or the rows of a table that has its column names in another member; or one item for each key. Empty if
/// it contains no items. Errors: those of readJsonArrays(), "too-large".
Result<JsonItems> readJsonObject(const FileCandidate &candidate, const RunContext &context);

} // namespace anchorscope::io
