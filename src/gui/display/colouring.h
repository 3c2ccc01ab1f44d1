// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/columncolours.h"
#include "gui/plot/pointstyle.h"
#include "gui/state/loadeddata.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Colours the points of a space by `meaning`; numbers have the same scale in both spaces. Unknown values are neutral.
/// If the values are not measured, all points are neutral and the legend explains how to measure them. `column`: values
/// for ColourBy::Column; null while they are being read.
std::shared_ptr<const PointColours> coloursOf(const Workspace &workspace, Side side, ColourBy meaning,
                                              const ColumnValues *column = nullptr);

/// Legend of the density of points.
std::vector<LegendEntry> densityLegend();
/// Legend of the contours of classes.
QString contourNote();

/// Colours points by the rank of their cosine to an item; the legend shows the cosines.
std::shared_ptr<const PointColours> coloursBySimilarity(const Vector &cosines);

/// Colours points by the distance to their partner, on a scale up to the 99th percentile.
std::shared_ptr<const PointColours> coloursByDistance(const Vector &distances);

/// Columns for filters by what can colour the points, if available: “length” (of the vector), “rank”, “margin”,
/// “cosine” and “jaccard” (of the partner), “coverage” (similarity to the nearest anchor), and “match” with the values
/// “correct” and “incorrect” or, if no true pairs are known, “uncontested” and “contested”. `filter`: only the columns
/// whose names it contains; null: all, but with one item each, because the values take time for many items.
std::vector<ItemColumn> resultColumns(const Workspace &workspace, Side side, const std::string *filter);

/// Rank, cosine, margin or Jaccard index of each query.
const std::vector<float> &itemValues(const RetrievalScores &scores, ColourBy meaning);

/// Adds an entry for the marks of the seeds, if there are any.
void addSeedEntry(std::vector<LegendEntry> &legend, const Workspace &workspace);

std::vector<Mark> marksOf(const Workspace &workspace, Side side, bool withAnchors);

} // namespace anchorscope::gui
