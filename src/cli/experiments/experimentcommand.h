// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"

namespace anchorscope::cli {

// Any experiment of core's registry as a command.

/// Options of the experiment itself and of the files that it reads or writes.
void addExperimentOptions(OptionReader &reader, const Experiment &experiment);

/// Runs the experiment of the command until its end or a signal, with a checkpoint if one is given.
Result<Report> runExperiment(OptionReader &reader, const QString &data, const RunContext &context);

} // namespace anchorscope::cli
