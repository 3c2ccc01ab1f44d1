// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <optional>
#include <vector>

namespace anchorscope::io {

/// Reason why the lists of a single item, whose roles are assigned, are not its vectors: several lists are columns of a
/// table, and one list with a shape contains a whole matrix.
std::optional<Error> notOneItem(const std::vector<Part> &parts);

} // namespace anchorscope::io
