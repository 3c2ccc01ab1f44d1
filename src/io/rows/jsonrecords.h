// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace anchorscope::io {

/// Item of a JSON file, as pairs of a name and a text (cells). Members of nested objects are named “outer.inner”. An
/// array becomes its text in brackets, “[0.5, 2]”, or its only element if this is an object or array; an object with
/// the keys “0”, “1”, … (a typed array of JavaScript) becomes an array; null becomes an empty text. An item that is a
/// number or an array of numbers has one cell without a name; an array with texts or arrays has the cells “0”, “1”, ….
using JsonRecord = std::vector<std::pair<std::string, std::string>>;

/// Separator of the keys in the path of a JSON value; keys do not contain it.
inline constexpr char pathSeparator = '\x1f';

/// Place of a value in a JSON document: item of an array that is not in another array, or outside all arrays (alone).
enum class JsonPlace { item, alone };

/// Callback for the next item of an array, or a value outside arrays. `member`: keys of the array or value; empty if
/// the whole file is the array. Returns false to stop reading.
using TakeRecord = std::function<bool(const std::string &member, JsonPlace place, JsonRecord record)>;

/// Parses a text that is one JSON value, such as a line of a JSON Lines file. Error "bad-line".
Result<JsonRecord> readJsonRecord(std::string_view text);

/// Passes to `take` each item of each outermost array of a file, and each value outside arrays, in the order of the
/// document, and reports progress. Items that `take` received before an error remain valid. Errors: "bad-line" with
/// place "line N", those of reading the file, "cancelled".
Status readJsonArrays(const FileCandidate &candidate, const TakeRecord &take, const RunContext &context);

} // namespace anchorscope::io
