// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope::cli {

/// The options of what a command reads (Command::reads).
void addSettings(OptionReader &reader, const SettingsRead &reads);

/// Reads them: all but the seed pairs, which need the data. An option that is given and that has no part in what the
/// others choose is refused, e.g. --ridge with a method that has none. `repeats` where the user gives no number; 0:
/// once.
Result<ExperimentOptions> readSettings(OptionReader &reader, const SettingsRead &reads, int repeats);

/// The numbers of the similarity, once it is known: a session may name it. Refuses those that it does not read.
Status readSimilarityNumbers(OptionReader &reader, const SettingsRead &reads, ExperimentOptions &options);

} // namespace anchorscope::cli
