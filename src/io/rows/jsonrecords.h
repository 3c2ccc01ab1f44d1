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

/// Item of a JSON file, as texts with names. Members of nested objects are named “outer.inner”. An array becomes its
/// text in brackets, “[0.5, 2]”; an array of a single object or array becomes that object or array; an object within
/// the item whose members are the numbers “0”, “1”, … (a typed array of JavaScript) becomes an array; null becomes an
/// empty text. An item that is a number or an array of numbers has one cell without a name; an array of texts, numbers
/// and arrays has the cells “0”, “1”, ….
using JsonRecord = std::vector<std::pair<std::string, std::string>>;

/// Separator of names in the path of a member; no name contains it.
inline constexpr char pathSeparator = '\x1f';

/// Place of a value in a document: an item of an array, or alone, that is, outside arrays.
enum class JsonPlace { item, alone };

/// Callback that receives the next item of an array, or a value outside arrays. `member`: path of the array or value;
/// empty if the whole file is the array. Returns false to stop reading.
using TakeRecord = std::function<bool(const std::string &member, JsonPlace place, JsonRecord record)>;

/// Parses a single value, such as a line of JSON lines. Error "bad-line".
Result<JsonRecord> readJsonRecord(std::string_view text);

/// Reads a JSON document and passes on every item of every outermost array, and every value outside arrays, in the
/// order of the document. Errors: "bad-line" with place "line N"; the items passed to `take` before remain valid.
Status readJsonArrays(std::istream &text, const TakeRecord &take);

} // namespace anchorscope::io
