// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/outcome.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

// Tables of the docks Retrieval and Stitching, with tool tips. The first column names each method once.

/// Retrieval scores of the chosen run: two rows (both directions) for each method.
ResultTable retrievalTable(const Workspace &workspace);
/// Column of a score in retrievalTable().
int scoreColumn(Score RetrievalScores::*score);
/// Like retrievalTable(), with means and deviations over several random seeds.
ResultTable batchTable(const Workspace &workspace);
/// Stitching scores: four rows (vectors → classifier) for each method.
ResultTable stitchingTable(const Workspace &workspace);

} // namespace anchorscope::gui
