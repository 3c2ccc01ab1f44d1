// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/data.h"
#include "core/experiments/experiment.h"

namespace anchorscope::cli {

/// Writes a session file that contains `run` and that the window can open.
Status saveRun(const std::string &path, const PairedData &data, const ProtocolOptions &options, const ProtocolRun &run);

/// Loads the selected run of the session in `data` (default: the last run) into `options`: its anchors, pre-processing
/// and, without --similarity, similarity; nothing is sampled or optimized. Finds items by their ids. Warns in `data` if
/// inputs differ from the session's. Errors: "no-run", "other-data" if anchors are not items of the data.
Status useSession(OptionReader &reader, PairedData &data, ProtocolOptions &options);

} // namespace anchorscope::cli
