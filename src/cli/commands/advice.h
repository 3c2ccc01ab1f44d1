// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "cli/data.h"
#include "core/experiments/experiment.h"

namespace anchorscope::cli {

// Suggestions that would improve the next run of `optimize`.

/// Report of --suggest-hints: a line for each shared column.
Result<Report> suggestedHints(OptionReader &reader, const PairedData &data, const ProtocolInput &input,
                              const ExperimentOptions &options, const RunContext &context);

/// Adds the items of --pair-next to the report, each with its candidates.
Status tellPairNext(const PairedData &data, const ProtocolInput &input, const ProtocolOptions &protocol,
                    const ProtocolRun &run, Index items, const RunContext &context, Report &report);

} // namespace anchorscope::cli
