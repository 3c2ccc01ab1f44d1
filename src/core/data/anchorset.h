// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/canonicalmetric.h"
#include "core/data/correspondence.h"

namespace anchorscope {

/// Anchors of a pair of spaces: k items of X, of which the first seeds() have known partners in Y.
struct AnchorSet
{
    /// The k anchors, as row numbers of X; the seeds come first.
    std::vector<ItemIndex> itemsOfX;
    /// Partners of the seeds, as row numbers of Y.
    std::vector<ItemIndex> seedsOfY;
    /// Vectors of the anchors in Y, k × dy unit rows; 0 rows before a run.
    Matrix continuousY;
    /// Item of Y nearest to each row of continuousY (paper AO, Alg. 1, line 10); empty before a run.
    std::vector<ItemIndex> discreteY;
    CanonicalMetric metric = {}; ///< canonical maps that a run of the canonical path learned; empty otherwise

    Index count() const { return static_cast<Index>(itemsOfX.size()); }
    Index seeds() const { return static_cast<Index>(seedsOfY.size()); }
    bool optimized() const { return continuousY.rows() > 0; }
    /// Anchors in X that have a match in Y: after a run all, before a run the seeds.
    std::vector<ItemIndex> matchedItemsOfX() const
    {
        return {itemsOfX.begin(), itemsOfX.begin() + (optimized() ? count() : seeds())};
    }
    /// Matches of matchedItemsOfX(): the results of a run, or the partners of the seeds.
    const std::vector<ItemIndex> &matchedItemsOfY() const { return optimized() ? discreteY : seedsOfY; }
};

} // namespace anchorscope
