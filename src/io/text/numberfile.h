// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace anchorscope::io {

/// Writes a table of names and numbers as a CSV file (RFC 4180), atomically: one line for each row of `values` (n × d),
/// with its names first. `header` names all columns; `names` contains the text columns, with n entries each. Numbers
/// have enough digits to restore the same float32. Error "cannot-save".
Status writeNumbers(const std::string &path, const std::vector<std::string> &header,
                    const std::vector<std::vector<std::string>> &names, const Matrix &values);

} // namespace anchorscope::io
