// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "core/optimize/runmodel.h"

namespace anchorscope::cli {

/// Whether --predict can be read; before anything is measured.
Status checkPredictedSize(OptionReader &reader);

/// What --predict says in place of a run on `size.items` items: the costs were measured on DATA, and the sizes that it
/// names replace those of `size`. `candidates`: as OptimizeOptions. Error "wrong-usage".
Result<Report> predictedRun(OptionReader &reader, const RunCosts &costs, RunSize size, const std::string &candidates,
                            const std::vector<std::string> &warnings);

} // namespace anchorscope::cli
