// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// “[0.1, 0.2, …]”, “{0.1,0.2,…}”, “(0.1, 0.2, …)” or “[0.1 0.2 …]”, as json.dumps, databases and str() of a list or an
/// array write a vector, also within “array(…)” or “tensor(…)”; or four fractions or more without brackets. Judged by
/// its first two numbers. Or a vector in base64 (io/text/base64vector.h).
bool isVectorText(std::string_view field);

/// Any number of numbers in brackets, perhaps none; they are put into `numbers`.
bool isListText(std::string_view field, std::vector<float> &numbers);

/// An array of several arrays, or of objects as a record of JSON has them (io/rows/jsonrecords.h): more than one
/// vector.
bool isNestedText(std::string_view field);

/// “w0:0.3456”: a word with a fraction right behind it, the first number of a vector that was split at other places.
bool hasJoinedNumber(std::string_view word);

/// Appends the numbers of a vector's text. −1 if it is none to its end; `values` is then as it was. Else their count.
Index appendVector(std::string_view field, std::vector<float> &values);

} // namespace anchorscope::io
