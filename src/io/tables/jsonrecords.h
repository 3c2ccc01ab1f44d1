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
/// that is itself an array or a number has one cell without a name.
using JsonRecord = std::vector<std::pair<std::string, std::string>>;

/// Whether the text of a cell is an array of several objects or arrays, which is not one vector.
bool isNestedText(std::string_view text);

/// Takes the next item of an array. `member`: path of the array, names with dots between; empty: the file is the array.
/// False: no more is wanted.
using TakeRecord = std::function<bool(const std::string &member, JsonRecord record)>;

/// A single value as a record: a line of JSON lines. Error "bad-line".
Result<JsonRecord> readJsonRecord(std::string_view text);

/// Every item of every array of one JSON document that is not inside another array, in the order of the document. What
/// is in no array is skipped. Errors: "bad-line" with place "line N", what `take` was given before stays valid.
Status readJsonArrays(std::istream &text, const TakeRecord &take);

} // namespace anchorscope::io
