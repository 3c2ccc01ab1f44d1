// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "cli/data.h"
#include "cli/settings.h"

namespace anchorscope::cli {

// What all experiments on the command line share.

/// "X" or "Y", in tables.
QString sideLabel(Side side);

/// Opens the data of a command and takes what its runs read of them besides vectors: known pairs, and the columns that
/// --hints names. What there is to say becomes a warning.
Result<PairedData> openFor(OptionReader &reader, const QString &data, ProtocolOptions &protocol,
                           const RunContext &context);

/// Options and data before anything runs.
struct Prepared
{
    ExperimentOptions options;
    PairedData data;
    SettingsRead reads = {}; ///< of the command
    /// All spaces of a file, of a command that compares them; there is no pair then.
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces = {};
};
Result<Prepared> prepareExperiment(OptionReader &reader, const QString &data, const RunContext &context);

/// Leaves names, items and sizes: half of the memory that a run would hold.
void freeVectors(io::SpacePair &pair);

/// The keys that experiments have in common, and the warnings of the data.
Report pairReport(const Prepared &prepared);
/// pairReport() with "runs", and warnings about runs that did not end well.
Report runsReport(const Prepared &prepared, const std::vector<ProtocolRun> &runs);

} // namespace anchorscope::cli
