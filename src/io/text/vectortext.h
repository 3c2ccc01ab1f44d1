// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string_view>
#include <vector>

namespace anchorscope::io {

/// “[0.1, 0.2, …]”, “{0.1,0.2,…}” or “[0.1 0.2 …]”, as json.dumps, databases and str() of a list or an array write a
/// vector, judged by its first two numbers; or a vector in base64 (io/text/base64vector.h).
bool isVectorText(std::string_view field);

/// Appends the numbers of such a text. −1 if it is none to its end; `values` is then as it was. Else their count.
Index appendVector(std::string_view field, std::vector<float> &values);

} // namespace anchorscope::io
