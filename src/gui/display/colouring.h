// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/columncolours.h"
#include "gui/plot/pointstyle.h"
#include "gui/state/loadeddata.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Colours the points of a space by `meaning`; numbers have the same colour scale in both spaces. Points with unknown
/// values are neutral. If the values have not been measured, all points are neutral, and the legend contains an
/// instruction how to measure them; so it is with ColourBy::Similarity until an item is under the pointer. `column`:
/// values for ColourBy::Column; null while they are being read.
std::shared_ptr<const PointColours> coloursOf(const Workspace &workspace, Side side, ColourBy meaning,
                                              const ColumnValues *column = nullptr);

/// Legend of the shading by density of points, whose scale is logarithmic.
std::vector<LegendEntry> densityLegend();
/// Explanation of the contour lines of classes, for the legend.
QString contourNote();

/// Colours points by the rank of their cosine to an item; the legend shows the cosines.
std::shared_ptr<const PointColours> coloursBySimilarity(const Vector &cosines);

/// Colours points by the distance to their partner. The colour scale ends at the 99th percentile.
std::shared_ptr<const PointColours> coloursByDistance(const Vector &distances);

/// Values of the queries of a retrieval measurement, one per query: rank, cosine, margin or Jaccard index.
const std::vector<float> &itemValues(const RetrievalScores &scores, ColourBy meaning);

/// Marks on the points of a space: anchors as small discs, seeds as rings.
std::vector<Mark> marksOf(const Workspace &workspace, Side side, bool withAnchors);

} // namespace anchorscope::gui
