// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"
#include "gui/present/columncolours.h"
#include "gui/state/loadeddata.h"
#include "gui/state/workspace.h"

#include <array>

namespace anchorscope::gui {

/// What colours are made from: a value, so that a job can make those of many items.
struct ColourSource
{
    std::shared_ptr<const LoadedData> data;
    ColourBy meaning = ColourBy::Label;
    std::string column = {};                         ///< that colours the points
    ColumnLook look = {};                            ///< of the column or of the labels
    std::shared_ptr<const ColumnValues> values = {}; ///< of the column; null: it is being read
    PreparedPair spaces = {};                        ///< for lengths
    std::shared_ptr<const RetrievalRow> scores = {}; ///< for what is measured of each item; null: nothing yet
    std::array<Vector, 2> coverage = {};             ///< by anchors; empty: not measured
};
/// Of the workspace as it is. `values`: of the column that the view names.
ColourSource colourSource(const Workspace &workspace, ColourBy meaning,
                          std::shared_ptr<const ColumnValues> values = nullptr);

/// Points coloured by what the source's meaning says of each item, numbers on one scale for both spaces; items of which
/// nothing is known are neutral, and where nothing was measured yet the legend says what to do. Similarity: all
/// neutral.
std::shared_ptr<const PointColours> coloursOf(const ColourSource &source, Side side);

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

/// Stars of one side: anchors outlined, seeds filled and numbered.
std::vector<Mark> marksOf(const Workspace &workspace, Side side, bool withAnchors);

} // namespace anchorscope::gui
