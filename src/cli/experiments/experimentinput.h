// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "cli/data.h"
#include "cli/settings.h"

namespace anchorscope::cli {

// Functions that the commands of all experiments share.

/// Name of a side of the comparison in tables, "X" or "Y".
QString sideLabel(Side side);

/// Opens the data of a command, and reads what its runs need in addition: known pairs, and the columns that --hints
/// names. Problems in these become warnings.
Result<PairedData> openFor(OptionReader &reader, const QString &data, ProtocolOptions &protocol,
                           const RunContext &context);

/// Options and opened data of a command; nothing has been computed.
struct ExperimentInput
{
    ExperimentOptions options;
    PairedData data;
    /// Settings that this command reads.
    UsedOptions reads = {};
    /// All spaces of the file, if the command compares many spaces; data.pair is then empty.
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces = {};
};
Result<ExperimentInput> prepareExperiment(OptionReader &reader, const QString &data, const RunContext &context);

/// Converts the vectors of spaces to matrices in memory. If the command can work on parts of large spaces
/// (`canBeInParts`), large ones are not converted: each MPI rank keeps its rows, and a single process keeps the type of
/// the file.
Status holdWhatIsNeeded(PairedData &data, bool canBeInParts, const RunContext &context);
/// Pre-processes a space and frees its original vectors, which would take as much memory as the result.
PreparedSpace preparedInPlace(std::shared_ptr<const EmbeddingSet> &set, Centering centering, const RunContext &context);

/// Frees the vectors of both spaces and keeps names, items and sizes, which halves the memory of a run.
void freeVectors(io::SpacePair &pair);

/// Starts the report of an experiment: the JSON members that all experiments have, and the warnings of the data.
Report pairReport(const ExperimentInput &prepared);
/// Like pairReport(), with the JSON member "runs" and warnings about runs that did not end well.
Report runsReport(const ExperimentInput &prepared, const std::vector<ProtocolRun> &runs);

} // namespace anchorscope::cli
