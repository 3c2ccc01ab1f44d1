// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/loadeddata.h"
#include "gui/plot/pointstyle.h"
#include "gui/workspace.h"

namespace anchorscope::gui {

/// Points coloured by label, unlabelled ones neutral; one neutral colour where there are no labels.
std::shared_ptr<const PointColours> coloursByLabel(const ItemTable &items);

/// What the colour of a point says.
enum class ColourBy { Label, Rank, Cosine, Jaccard, Coverage, Similarity };

/// Points coloured by what the last retrieval measurement says of each item, on one scale for both spaces; items that
/// were not asked for are neutral. Without a measurement all points are, and the legend says so.
std::shared_ptr<const PointColours> coloursByScore(const Workspace &workspace, Side side, ColourBy meaning);

/// Points coloured by how near they are to their nearest anchor, as the anchors' health was last measured.
std::shared_ptr<const PointColours> coloursByCoverage(const Workspace &workspace, Side side);

/// Points coloured by a cosine each; an empty vector: all neutral.
std::shared_ptr<const PointColours> coloursBySimilarity(const Vector &cosines);

/// What a measurement says of each item it asked for: rank, cosine or Jaccard index.
const std::vector<float> &itemValues(const RetrievalScores &scores, ColourBy meaning);

/// Stars of one side: anchors outlined, seeds filled and numbered.
std::vector<Mark> marksOf(const Workspace &workspace, Side side, bool withAnchors);

} // namespace anchorscope::gui
