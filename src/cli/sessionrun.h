// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/data.h"
#include "core/experiments/experiment.h"

namespace anchorscope::cli {

/// Writes a session file with this run, which the window can open.
Status saveRun(const std::string &path, const PairedData &data, const ProtocolOptions &options, const ProtocolRun &run);

/// Loads the chosen run of the session in `data` (by default its last run) into `options`: anchors, pre-processing and,
/// without --similarity, the similarity. Nothing is then drawn or optimized. The run's items are found by their ids.
/// Adds warnings to `data` if inputs differ from those of the session. Errors: "no-run", "other-data" if the anchors
/// are not items of these data.
Status useSession(OptionReader &reader, PairedData &data, ProtocolOptions &options);

} // namespace anchorscope::cli
