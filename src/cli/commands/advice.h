// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "cli/data.h"
#include "core/experiments/experiment.h"

namespace anchorscope::cli {

// What would make the next run of `optimize` better.

/// --suggest-hints: a line for each column that both spaces have.
Result<Report> suggestedHints(OptionReader &reader, const PairedData &data, const ProtocolInput &input,
                              const ExperimentOptions &options, const RunContext &context);

/// --pair-next: adds so many items to the report, each with its candidates.
Status tellPairNext(const PairedData &data, const ProtocolInput &input, const ProtocolOptions &protocol,
                    const ProtocolRun &run, Index items, const RunContext &context, Report &report);

} // namespace anchorscope::cli
