// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/columncolours.h"
#include "gui/plot/pointstyle.h"
#include "gui/state/loadeddata.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Colours the points of a space by `meaning`; numbers have the same scale in both spaces. Items with unknown values
/// are neutral. If nothing was measured, all are neutral, and the legend contains an instruction; for Similarity all
/// are neutral too. `column`: values of ViewState::column, for ColourBy::Column; null while they are being read.
std::shared_ptr<const PointColours> coloursOf(const Workspace &workspace, Side side, ColourBy meaning,
                                              const ColumnValues *column = nullptr);

/// Legend of the density shading, which is logarithmic.
std::vector<LegendEntry> densityLegend();
/// Explanation of the class contours, for the legend.
QString contourNote();

/// Colours points by the rank of their cosine; the legend shows cosines.
std::shared_ptr<const PointColours> coloursBySimilarity(const Vector &cosines);

/// Colours points by the distance of their partners. The scale ends at the 99th percentile.
std::shared_ptr<const PointColours> coloursByDistance(const Vector &distances);

/// Rank, cosine, margin or Jaccard index of each query of a measurement.
const std::vector<float> &itemValues(const RetrievalScores &scores, ColourBy meaning);

/// Marks on points of a space: anchors as small discs, seeds as rings.
std::vector<Mark> marksOf(const Workspace &workspace, Side side, bool withAnchors);

} // namespace anchorscope::gui
