// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope::cli {

/// Adds the options of the settings that a command reads (Command::reads).
void addSettings(OptionReader &reader, const UsedOptions &reads);

/// Reads the settings of a command, except seed pairs, which are read with the data. Options without effect are errors,
/// e.g. --ridge with a method without a ridge. `repeats`: default of --repeats; 0: no such option.
Result<ExperimentOptions> readSettings(OptionReader &reader, const UsedOptions &reads, int repeats);

/// Reads the settings of the similarity, which --session may choose. Settings that this similarity ignores are errors.
Status readSimilarityNumbers(OptionReader &reader, const UsedOptions &reads, ExperimentOptions &options);

} // namespace anchorscope::cli
