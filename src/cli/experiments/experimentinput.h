// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commands.h"
#include "cli/data.h"
#include "cli/settings.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::cli {

/// Name of a space in tables, "X" or "Y".
QString sideLabel(Side side);

/// Opens the data of a command, and stores its known pairs, hints and number of anchors in `protocol`.
Result<PairedData> openFor(OptionReader &reader, const QString &data, ProtocolOptions &protocol,
                           const RunContext &context);

/// Options and opened data of a command, before any computation.
struct ExperimentInput
{
    ExperimentOptions options;
    PairedData data;
    UsedOptions reads = {};
    /// All spaces, if the command compares many spaces of a file; data.pair is then empty.
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces = {};
};
Result<ExperimentInput> prepareExperiment(OptionReader &reader, const QString &data, const RunContext &context);

/// Converts spaces to matrices in memory, except large ones if the command can work on their parts (`canBeInParts`):
/// with MPI each rank then keeps its rows, and a single process keeps the number type of the file.
Status holdWhatIsNeeded(PairedData &data, bool canBeInParts, const RunContext &context);
/// Pre-processes a space and frees its original vectors, which take as much memory as the result.
PreparedSpace preparedInPlace(std::shared_ptr<const EmbeddingSet> &set, Centering centering, const RunContext &context);

/// Frees the vectors of both spaces, which halves the memory of a run; names, items and sizes remain.
void freeVectors(io::SpacePair &pair);

/// Starts a report: the JSON members of all experiments, and the warnings of the data.
Report pairReport(const ExperimentInput &prepared);
/// States in a report and in the settings that no anchors and seeds were used.
void noteNoAnchors(OptionReader &reader, Report &report);
/// Like pairReport(), with "runs" and warnings about runs that did not end well.
Report runsReport(const ExperimentInput &prepared, const std::vector<ProtocolRun> &runs);

/// Reports known pairs that do not follow the map fitted to the others (findForeignPairs()): a warning, and their names
/// as the JSON member `suspect_pairs`. `from`, `to`: unit rows of all known pairs.
void tellForeignPairs(const Matrix &from, const Matrix &to,
                      const std::vector<std::pair<std::string, std::string>> &names, Report &report,
                      const RunContext &context);

} // namespace anchorscope::cli
