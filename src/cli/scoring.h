// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/data.h"
#include "core/experiments/registry.h"
#include "core/experiments/translation.h"

namespace anchorscope::cli {

// What a user brings to score with, and what is scored (core/README.md, 6).

/// What --completion says; none without it.
std::optional<Completion> readCompletion(OptionReader &reader);

void addSplitOption(OptionReader &reader);      ///< --split
void addLabelsOption(OptionReader &reader);     ///< --labels
void addDictionaryOption(OptionReader &reader); ///< --dictionary
/// Reads what --split, --labels and --dictionary name. Errors of the files, "wrong-usage".
Status readBrought(OptionReader &reader, PairedData &data, ExperimentOptions &options);

} // namespace anchorscope::cli
