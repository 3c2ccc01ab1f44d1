// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// True for a vector as json.dumps, databases and str() of a list or an array write it: “[0.1, 0.2, …]”, “{0.1,0.2,…}”,
/// “(0.1, 0.2, …)” or “[0.1 0.2 …]”, also within “array(…)” or “tensor(…)”; for four or more fractions without
/// brackets; and for base64 (io/text/base64vector.h). In brackets, only the first two numbers are examined.
bool isVectorText(std::string_view field);

/// True for any number of numbers in brackets, including none; stores them in `numbers`.
bool isListText(std::string_view field, std::vector<float> &numbers);

/// True for an array of several arrays, or of objects in the form of a JSON record (io/rows/jsonrecords.h): more than
/// one vector.
bool isNestedText(std::string_view field);

/// True for a word joined to a fraction, such as “w0:0.3456”: the line was split at the wrong characters, and the
/// fraction is the first number of a vector.
bool hasJoinedNumber(std::string_view word);

/// Appends the numbers of a vector's text and returns their count. Returns −1, with `values` unchanged, unless the
/// whole text is a vector.
Index appendVector(std::string_view field, std::vector<float> &values);

} // namespace anchorscope::io
