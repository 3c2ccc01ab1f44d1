// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// True if a text is a vector as json.dumps, databases and str() of a list or an array write it: “[0.1, 0.2, …]”,
/// “{0.1,0.2,…}”, “(0.1, 0.2, …)” or “[0.1 0.2 …]”, also within “array(…)” or “tensor(…)”; or if it is four or more
/// fractions without brackets, or base64 (io/text/base64vector.h). In brackets, only the first two numbers are
/// examined.
bool isVectorText(std::string_view field);

/// True if a text is a list in brackets of any number of numbers, including none; stores them in `numbers`.
bool isListText(std::string_view field, std::vector<float> &numbers);

/// True if a text contains more than one vector: an array of several arrays, or of objects as JSON records are written
/// (io/rows/jsonrecords.h).
bool isNestedText(std::string_view field);

/// True if a word is joined to a fraction, such as “w0:0.3456”. Its line was then split at the wrong characters,
/// because the fraction is the first number of a vector.
bool hasJoinedNumber(std::string_view word);

/// Appends to `values` the numbers of a text that is a vector, and returns their count. Returns −1, with `values`
/// unchanged, for any other text.
Index appendVector(std::string_view field, std::vector<float> &values);

} // namespace anchorscope::io
