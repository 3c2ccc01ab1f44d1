// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/data.h"
#include "core/experiments/registry.h"
#include "core/experiments/translation.h"

namespace anchorscope::cli {

// Functions for options of scoring, and for the scored spaces (core/definitions.md, 6).

/// Value of --completion; nullopt without it.
std::optional<Completion> readCompletion(OptionReader &reader);

void addSplitOption(OptionReader &reader);      ///< adds --split
void addLabelsOption(OptionReader &reader);     ///< adds --labels
void addDictionaryOption(OptionReader &reader); ///< adds --dictionary
/// Reads the files of --split, --labels and --dictionary. Errors of the files, "wrong-usage".
Status readBrought(OptionReader &reader, PairedData &data, ExperimentOptions &options);

} // namespace anchorscope::cli
