// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/neighbours/hintedmatches.h"
#include "core/translate/canonicalbasis.h"

namespace anchorscope {

/// A space in the form that the canonical path uses: centred rows of unit length, at most 512 columns (the leading
/// components of a space of more dimensions), without zero rows.
struct PathSpace
{
    Matrix rows;
    std::vector<ItemIndex> items;    ///< item of the space in each row, ascending
    std::vector<ItemIndex> reliable; ///< row numbers, the most reliable first (subset.h)
    CanonicalBasis basis;            ///< transform from the prepared space to `rows`

    Index size() const { return rows.rows(); }
    /// Row that contains an item; noItem if the item takes no part.
    ItemIndex rowOf(ItemIndex item) const;
};

/// Two spaces with the known information about their pairs.
struct PathSpaces
{
    PathSpace x, y;
    WeightedPairs seeds;           ///< known pairs, as rows of both spaces
    std::vector<Index> seedPlaces; ///< position of each of these known pairs among the seeds of the input, which also
                                   ///< contains zero rows
    Hints hints = {};              ///< hints between the rows of both spaces
    HintWeight hintWeight = {};    ///< weight of the hints in the search for matches
};

/// Returns the more reliable rows of a space, at most `count`, and some given ones, ascending. Unlike the rows of a
/// result's matches, the reliable ones contain nothing that the seeds have contributed to.
std::vector<ItemIndex> reliableRows(const PathSpace &space, const std::vector<ItemIndex> &others, Index count);

/// Converts maps of the rows to a metric of the prepared spaces.
CanonicalMetric metricOf(const PathSpaces &spaces, const CanonicalMaps &maps, double ridge);

/// Prepares both spaces of an input for the path. Incomplete if cancelled.
PathSpaces pathSpaces(const OptimizeInput &input, const RunContext &context);

/// Returns a part of both spaces: some of their rows (ascending, including those of the seeds).
PathSpaces partOf(const PathSpaces &whole, const std::vector<ItemIndex> &rowsOfX, const std::vector<ItemIndex> &rowsOfY,
                  const RunContext &context);

} // namespace anchorscope
