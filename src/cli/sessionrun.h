// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/data.h"
#include "core/experiments/experiment.h"

namespace anchorscope::cli {

/// Writes a run of these data as a session that the window opens.
Status saveRun(const std::string &path, const PairedData &data, const ProtocolOptions &options, const ProtocolRun &run);

/// Takes the chosen run of the session in `data` (else its last one) with its anchors, pre-processing and, without
/// --similarity, its similarity over into `options`, so that nothing is drawn or optimised. Its items are found by
/// their ids; warnings in `data` say where the inputs are not those that the session was made from, and what that
/// means. Errors: "no-run", "other-data" if the anchors are no items of these data.
Status useSession(OptionReader &reader, PairedData &data, ProtocolOptions &options);

} // namespace anchorscope::cli
