// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::cli {

/// Adds the known pairs that do not follow the map of the others (findForeignPairs) to a report, by name: a warning and
/// `suspect_pairs`. from, to: their unit rows.
void tellForeignPairs(const Matrix &from, const Matrix &to,
                      const std::vector<std::pair<std::string, std::string>> &names, Report &report,
                      const RunContext &context);

} // namespace anchorscope::cli
