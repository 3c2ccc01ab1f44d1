// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "core/optimize/runmodel.h"

namespace anchorscope::cli {

/// Checks that --predict can be parsed, before anything is measured.
Status checkPredictedSize(OptionReader &reader);

/// Report of --predict for a run on `size.items` items, without running it: the costs were measured on DATA, and sizes
/// in the option replace those of `size`. `candidates`: as in OptimizeOptions. Error "wrong-usage".
Result<Report> predictedRun(OptionReader &reader, const RunCosts &costs, RunSize size, const std::string &candidates,
                            const std::vector<std::string> &warnings);

} // namespace anchorscope::cli
