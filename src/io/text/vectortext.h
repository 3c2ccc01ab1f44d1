// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Removes blanks and line breaks at both ends.
std::string_view withoutBlanks(std::string_view text);
/// True if a text is a vector as json.dumps, databases and str() write it: “[0.1, 0.2, …]”, “{0.1,0.2,…}”, “(0.1, 0.2,
/// …)” or “[0.1 0.2 …]”, also within “array(…)” or “tensor(…)”; or four or more fractions without brackets, or base64
/// (io/text/base64vector.h). In brackets, only the first two numbers are examined.
bool isVectorText(std::string_view field);

/// True if a text is a list in brackets of any number of numbers, including none; stores them in `numbers`.
bool isListText(std::string_view field, std::vector<float> &numbers);

/// True if a text contains several vectors: an array of arrays, or of objects in JSON (io/rows/jsonrecords.h).
bool isNestedText(std::string_view field);

/// True if a word is joined to the first number of its vector (“w0:0.3456”), because its line was split wrongly.
bool hasJoinedNumber(std::string_view word);

/// Appends a vector's numbers to `values` and returns their count; for other texts −1, with `values` unchanged.
Index appendVector(std::string_view field, std::vector<float> &values);

} // namespace anchorscope::io
