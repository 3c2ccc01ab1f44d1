// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace anchorscope::io {

/// Writes a table as CSV (RFC 4180), atomically. Each row of `values` (n × d) becomes a line, in which the texts
/// precede the numbers. `header`: names of all columns; `names`: columns of texts, n entries each. Each number has
/// enough digits to restore the float32. Error "cannot-save".
Status writeNumbers(const std::string &path, const std::vector<std::string> &header,
                    const std::vector<std::vector<std::string>> &names, const Matrix &values);

} // namespace anchorscope::io
