// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "cli/data.h"
#include "cli/settings.h"

namespace anchorscope::cli {

// Functions that all experiments on the command line share.

/// Name of a side in tables, "X" or "Y".
QString sideLabel(Side side);

/// Opens the data of a command and reads the additional inputs of its runs: known pairs, and the columns named by
/// --hints. Remarks become warnings.
Result<PairedData> openFor(OptionReader &reader, const QString &data, ProtocolOptions &protocol,
                           const RunContext &context);

/// Options and data of a command, before any computation.
struct ExperimentInput
{
    ExperimentOptions options;
    PairedData data;
    UsedOptions reads = {}; ///< settings that the command reads
    /// All spaces of a file, for a command that compares them; x and y are then empty.
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces = {};
};
Result<ExperimentInput> prepareExperiment(OptionReader &reader, const QString &data, const RunContext &context);

/// Converts spaces that are needed as a whole to matrices: all, unless a run can compare large ones part by part. Each
/// rank then keeps its share, and a single process the file's type.
Status holdWhatIsNeeded(PairedData &data, bool canBeInParts, const RunContext &context);
/// Prepares a space and frees its vectors: for a million items they take the same amount of memory again.
PreparedSpace preparedInPlace(std::shared_ptr<const EmbeddingSet> &set, Centering centering, const RunContext &context);

/// Frees the vectors and keeps names, items and sizes, which saves half of a run's memory.
void freeVectors(io::SpacePair &pair);

/// JSON members that all experiments have, and the warnings of the data.
Report pairReport(const ExperimentInput &prepared);
/// Report of a pair as by pairReport(), with "runs" and warnings about runs that did not end well.
Report runsReport(const ExperimentInput &prepared, const std::vector<ProtocolRun> &runs);

} // namespace anchorscope::cli
