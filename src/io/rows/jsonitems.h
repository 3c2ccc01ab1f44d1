// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"
#include "io/rows/jsonrecords.h"

namespace anchorscope::io {

/// Items found in a JSON file that consists of one object.
struct JsonItems
{
    std::vector<JsonRecord> items;
    bool named = false;         ///< true if the object's keys are the ids and its values the vectors
    std::string direction = {}; ///< sentence for the user if it was guessed which keys are the items
    std::vector<std::pair<std::string, std::size_t>> leftOut = {}; ///< names and lengths of arrays not used
};

/// Finds the items in a JSON file of one object: the elements of its array of vectors, combined with those of other
/// arrays of equal length; or the rows of a table with column names in another member; or one item for each key. Empty
/// if the object contains no items. If `texts` is true, the object need not contain vectors: the items are then the
/// elements of its largest array of objects or arrays, or the rows of its table. Otherwise lists are columns, if one of
/// them is named like ids or labels. Otherwise each value is an item of two cells, key and value (JsonItems::named).
/// Errors: those of readJsonArrays(), "too-large".
Result<JsonItems> readJsonObject(const FileCandidate &candidate, bool texts, const RunContext &context);

} // namespace anchorscope::io
