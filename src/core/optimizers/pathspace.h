// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/neighbours/hintedmatches.h"
#include "core/translate/canonicalbasis.h"

namespace anchorscope {

/// Space in the form that the canonical path uses: centred rows of unit length without zero rows, with at most 512
/// columns (the leading principal components if the space has more dimensions).
struct PathSpace
{
    Matrix rows;
    std::vector<ItemIndex> items;    ///< item of each row, ascending
    std::vector<ItemIndex> reliable; ///< indices of the rows, those of the most reliable items first (subset.h)
    CanonicalBasis basis;            ///< transformation from the rows of the prepared space to those of the path

    Index size() const { return rows.rows(); }
    /// Row of an item; noItem if the item takes no part in the path.
    ItemIndex rowOf(ItemIndex item) const;
};

struct PathSpaces
{
    PathSpace x, y;
    WeightedPairs seeds; ///< known pairs, as indices of rows of both spaces

    /// index in the input's seeds of each pair in `seeds`, which omits pairs with zero rows
    std::vector<Index> seedPlaces;
    Hints hints = {}; ///< hints, indexed by the rows of both spaces
    HintWeight hintWeight = {};
    /// matches of all rows that a start from centroids begins with, if they are known; null: it computes them
    std::shared_ptr<const WeightedPairs> centroidMatches = {};
};

/// Returns the `count` most reliable rows of a space and the rows `others`, ascending. The choice does not depend on
/// the seeds, so that held-out seeds can evaluate the result.
std::vector<ItemIndex> reliableRows(const PathSpace &space, const std::vector<ItemIndex> &others, Index count);

/// Converts maps fitted to the rows of the path to a metric (CanonicalMetric) of the prepared spaces.
CanonicalMetric metricOf(const PathSpaces &spaces, const CanonicalMaps &maps, double ridge);

/// Prepares both spaces of an input for the path. Incomplete if cancelled.
PathSpaces pathSpaces(const OptimizeInput &input, const RunContext &context);

/// Both spaces with only some of their rows. The row numbers are ascending and must include those of the seeds.
PathSpaces partOf(const PathSpaces &whole, const std::vector<ItemIndex> &rowsOfX, const std::vector<ItemIndex> &rowsOfY,
                  const RunContext &context);

} // namespace anchorscope
