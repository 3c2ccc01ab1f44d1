// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <optional>
#include <vector>

namespace anchorscope::io {

/// Why the lists of a single item, which have their roles, are not its vectors: several lists of one item are the
/// columns of a table, and one list beside a shape holds a whole matrix.
std::optional<Error> notOneItem(const std::vector<Part> &parts);

} // namespace anchorscope::io
