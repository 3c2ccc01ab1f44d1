// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/outcome.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

// Tables of the docks Retrieval and Stitching, with tooltips. Only the first row of each method contains its name.

/// Table of the retrieval scores of the chosen run: for each method a row for X → Y and one for Y → X.
ResultTable retrievalTable(const Workspace &workspace);
/// Index of a score's column in retrievalTable().
int scoreColumn(Score RetrievalScores::*score);
/// Table like retrievalTable(), with means and standard deviations over several random seeds.
ResultTable batchTable(const Workspace &workspace);
/// Table of the stitching scores: for each method four rows, one for each combination of the vectors' space and the
/// classifier's space.
ResultTable stitchingTable(const Workspace &workspace);

} // namespace anchorscope::gui
