// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/outcome.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

// Tables of the docks Retrieval and Stitching. Only the first row of a method contains its name.

/// Retrieval scores of the chosen run: for each method a row for X → Y and one for Y → X.
ResultTable retrievalTable(const Workspace &workspace);
int scoreColumn(Score RetrievalScores::*score);
/// Like retrievalTable(), with means and standard deviations over several random seeds.
ResultTable batchTable(const Workspace &workspace);
/// Stitching scores: for each method four rows, for the spaces of the vectors and of the classifier.
ResultTable stitchingTable(const Workspace &workspace);

} // namespace anchorscope::gui
