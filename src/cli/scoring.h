// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/data.h"
#include "core/experiments/registry.h"
#include "core/experiments/translation.h"

namespace anchorscope::cli {

// Functions for the options about scoring and about the items that are scored (core/definitions.md, 6).

/// Reads the option --completion; nullopt if it is not given.
std::optional<Completion> readCompletion(OptionReader &reader);

/// Adds the option --split.
void addSplitOption(OptionReader &reader);
/// Adds the option --labels.
void addLabelsOption(OptionReader &reader);
/// Adds the option --dictionary.
void addDictionaryOption(OptionReader &reader);
/// Reads the files of --split, --labels and --dictionary. Errors: those of the files, "wrong-usage".
Status readBrought(OptionReader &reader, PairedData &data, ExperimentOptions &options);

} // namespace anchorscope::cli
