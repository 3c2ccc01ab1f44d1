// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace anchorscope::io {

/// One item of a JSON file: texts by name. Members of objects inside it are “outer.inner”; an array is its text in
/// brackets, “[0.5, 2]”, and one of a single object or array is that object or array; null is an empty text; an item
/// that is itself an array of numbers, or a number, has one cell without a name, one of an array of texts, numbers and
/// arrays a cell for each, “0”, “1”, ….
using JsonRecord = std::vector<std::pair<std::string, std::string>>;

/// Between the names in the path of a member: in no name.
inline constexpr char pathSeparator = '\x1f';

/// What a value of a document is.
enum class JsonPlace { item, alone };

/// Takes the next item of an array, or a value that stands in none. `member`: path of the array or of the value;
/// empty: the file is the array. False: no more is wanted.
using TakeRecord = std::function<bool(const std::string &member, JsonPlace place, JsonRecord record)>;

/// A single value as a record: a line of JSON lines. Error "bad-line".
Result<JsonRecord> readJsonRecord(std::string_view text);

/// Every item of every array of one JSON document that is not inside another array, and every value in no array, in the
/// order of the document. Errors: "bad-line" with place "line N", what `take` was given before stays valid.
Status readJsonArrays(std::istream &text, const TakeRecord &take);

} // namespace anchorscope::io
