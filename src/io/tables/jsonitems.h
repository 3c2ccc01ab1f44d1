// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"
#include "io/tables/jsonrecords.h"

namespace anchorscope::io {

/// Without a byte order mark.
std::string_view withoutMark(std::string_view text);

/// readJsonArrays() of a file, with progress. Errors: also those of reading, "cancelled".
Status readJsonArrays(const FileCandidate &candidate, const TakeRecord &take, const RunContext &context);

/// The items of a JSON object.
struct JsonItems
{
    std::vector<JsonRecord> items;
    bool named = false; ///< its members are vectors, and their names the ids
};

/// Items are the elements of those arrays that are as long as the one with vectors, side by side; or, where all arrays
/// are vectors, these by their names. None if it holds no vectors. Errors: those of readJsonArrays(), "too-large".
Result<JsonItems> readJsonObject(const FileCandidate &candidate, const RunContext &context);

} // namespace anchorscope::io
