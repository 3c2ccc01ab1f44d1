// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::cli {

/// Reports known pairs that do not follow the map fitted to the others (findForeignPairs()): a warning, and their names
/// as the JSON member `suspect_pairs`. `from`, `to`: unit rows of all known pairs.
void tellForeignPairs(const Matrix &from, const Matrix &to,
                      const std::vector<std::pair<std::string, std::string>> &names, Report &report,
                      const RunContext &context);

} // namespace anchorscope::cli
