// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/neighbours/hintedmatches.h"
#include "core/translate/canonicalbasis.h"

namespace anchorscope {

/// A space as the canonical path needs it: centred rows of unit length, at most 512 columns (the leading components of
/// a space of more dimensions), without zero rows.
struct PathSpace
{
    Matrix rows;
    std::vector<ItemIndex> items;    ///< item of the space for each row, ascending
    std::vector<ItemIndex> reliable; ///< rows, the most reliable first (subset.h)
    CanonicalBasis basis;            ///< transform from the prepared space to `rows`

    Index size() const { return rows.rows(); }
    /// Row of an item; noItem if the item takes no part.
    ItemIndex rowOf(ItemIndex item) const;
};

/// Two spaces and what is known of their pairs.
struct PathSpaces
{
    PathSpace x, y;
    WeightedPairs seeds;           ///< rows of both
    std::vector<Index> seedPlaces; ///< positions among the seeds of the input; those of zero rows are left out
    Hints hints = {};              ///< hints between the rows of both spaces
    HintWeight hintWeight = {};    ///< weight of the hints in the search for matches
};

/// The more reliable rows of a space, at most `count`, and some others, ascending. Unlike the rows of a result's
/// matches, the reliable ones contain nothing that the seeds have contributed to.
std::vector<ItemIndex> reliableRows(const PathSpace &space, const std::vector<ItemIndex> &others, Index count);

/// Maps of the rows as a metric of the prepared spaces.
CanonicalMetric metricOf(const PathSpaces &spaces, const CanonicalMaps &maps, double ridge);

/// Incomplete if cancelled.
PathSpaces pathSpaces(const OptimizeInput &input, const RunContext &context);

/// Part of both spaces with some of their rows (ascending, including those of the seeds).
PathSpaces partOf(const PathSpaces &whole, const std::vector<ItemIndex> &rowsOfX, const std::vector<ItemIndex> &rowsOfY,
                  const RunContext &context);

} // namespace anchorscope
