// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/canonicalmetric.h"
#include "core/data/correspondence.h"

namespace anchorscope {

/// Anchors of a pair of spaces: k items of X, of which the first seeds() have known partners in Y, and, after a run,
/// for each a vector and an item of Y.
struct AnchorSet
{
    /// Items of X that are the k anchors, as row numbers; the seeds come first.
    std::vector<ItemIndex> itemsOfX;
    /// Partners of the seeds, as row numbers of Y.
    std::vector<ItemIndex> seedsOfY;
    /// Vectors of the anchors in Y, found by an optimizer, k × dy unit rows; 0 rows before a run.
    Matrix continuousY;
    /// Item of Y nearest to each vector in continuousY (paper AO, Alg. 1, line 10); empty before a run.
    std::vector<ItemIndex> discreteY;
    CanonicalMetric metric = {}; ///< canonical maps that a run of the canonical path learned; empty otherwise

    Index count() const { return static_cast<Index>(itemsOfX.size()); }
    Index seeds() const { return static_cast<Index>(seedsOfY.size()); }
    bool optimized() const { return continuousY.rows() > 0; }
    /// Items of X that are anchors with a match in Y: after a run all anchors, before a run the seeds.
    std::vector<ItemIndex> matchedItemsOfX() const
    {
        return {itemsOfX.begin(), itemsOfX.begin() + (optimized() ? count() : seeds())};
    }
    /// Items of Y that belong to matchedItemsOfX(): the matches found by a run, or the partners of the seeds before a
    /// run.
    const std::vector<ItemIndex> &matchedItemsOfY() const { return optimized() ? discreteY : seedsOfY; }
};

} // namespace anchorscope
