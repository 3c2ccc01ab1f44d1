// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/data.h"
#include "core/experiments/experiment.h"

namespace anchorscope::cli {

/// Writes a run of these data as a session that the window opens.
Status saveRun(const std::string &path, const PairedData &data, const ProtocolOptions &options, const ProtocolRun &run);

/// Copies the chosen run of the session in `data` (by default its last one) with its anchors, pre-processing and,
/// without --similarity, its similarity to `options`, so that nothing is drawn or optimized. Its items are found by
/// their ids; warnings in `data` report inputs that differ from those of the session, and the consequences. Errors:
/// "no-run", "other-data" if the anchors are not items of these data.
Status useSession(OptionReader &reader, PairedData &data, ProtocolOptions &options);

} // namespace anchorscope::cli
