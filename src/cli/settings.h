// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/optionreader.h"
#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope::cli {

/// Adds the options for the settings that a command reads (Command::reads).
void addSettings(OptionReader &reader, const UsedOptions &reads);

/// Reads the settings of a command, except the seed pairs, which need the data. An option without effect under the
/// other options is an error, e.g. --ridge with a method without a ridge. `repeats` is the default number; 0: once.
Result<ExperimentOptions> readSettings(OptionReader &reader, const UsedOptions &reads, int repeats);

/// Reads the settings of the similarity when it is known (a session may name it). Rejects settings that this similarity
/// does not use.
Status readSimilarityNumbers(OptionReader &reader, const UsedOptions &reads, ExperimentOptions &options);

} // namespace anchorscope::cli
