// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"
#include "gui/present/columncolours.h"
#include "gui/state/loadeddata.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Points coloured by what `meaning` says of each item, numbers on one scale for both spaces; items of which nothing is
/// known are neutral, and where nothing was measured yet the legend says what to do. Similarity: all neutral.
/// `column`: the one that the view names, where it colours the points; null: it is being read.
std::shared_ptr<const PointColours> coloursOf(const Workspace &workspace, Side side, ColourBy meaning,
                                              const ColumnValues *column = nullptr);

/// Of densities, on a logarithmic scale.
std::vector<LegendEntry> densityLegend();
/// What the contours of classes mean.
QString contourNote();

/// Points coloured by a cosine each.
std::shared_ptr<const PointColours> coloursBySimilarity(const Vector &cosines);

/// Points coloured by how far their partners are, on a scale that the farthest 1 % do not stretch.
std::shared_ptr<const PointColours> coloursByDistance(const Vector &distances);

/// What a measurement says of each item it asked for: rank, cosine, margin or Jaccard index.
const std::vector<float> &itemValues(const RetrievalScores &scores, ColourBy meaning);

/// Marks of one side: anchors as small discs, seeds as rings.
std::vector<Mark> marksOf(const Workspace &workspace, Side side, bool withAnchors);

} // namespace anchorscope::gui
