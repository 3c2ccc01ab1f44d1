// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope::cli {

/// Adds the options for those settings that a command reads (Command::reads).
void addSettings(OptionReader &reader, const UsedOptions &reads);

/// Reads the settings of a command, except the seed pairs, which are read with the data. An option that has no effect
/// because of other options is an error, e.g. --ridge with a method that has no ridge. `repeats`: default of --repeats;
/// 0: the experiment is not repeated.
Result<ExperimentOptions> readSettings(OptionReader &reader, const UsedOptions &reads, int repeats);

/// Reads the settings of the similarity; call once the similarity is known, which --session may determine. A setting
/// that this similarity does not use is an error.
Status readSimilarityNumbers(OptionReader &reader, const UsedOptions &reads, ExperimentOptions &options);

} // namespace anchorscope::cli
