// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::cli {

/// Reports known pairs that do not follow the map of the others (findForeignPairs): adds a warning and `suspect_pairs`,
/// by name. from, to: unit rows of all known pairs.
void tellForeignPairs(const Matrix &from, const Matrix &to,
                      const std::vector<std::pair<std::string, std::string>> &names, Report &report,
                      const RunContext &context);

} // namespace anchorscope::cli
