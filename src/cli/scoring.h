// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/data.h"
#include "core/experiments/registry.h"
#include "core/experiments/translation.h"

namespace anchorscope::cli {

std::optional<Completion> readCompletion(OptionReader &reader);

void addSplitOption(OptionReader &reader);
void addLabelsOption(OptionReader &reader);
void addDictionaryOption(OptionReader &reader);
/// Reads the files of --split, --labels and --dictionary. Errors: those of the files, "wrong-usage".
Status readBrought(OptionReader &reader, PairedData &data, ExperimentOptions &options);

} // namespace anchorscope::cli
