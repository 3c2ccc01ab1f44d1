// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/canonicalmetric.h"
#include "core/data/correspondence.h"

namespace anchorscope {

/// The anchors of a pair of spaces: k items of X, of which the first seeds() have known partners in Y, and (once
/// optimized) a vector of Y for each.
struct AnchorSet
{
    std::vector<ItemIndex> itemsOfX;  ///< anchors: k rows of X, the seeds first
    std::vector<ItemIndex> seedsOfY;  ///< rows of Y that are the partners of the first seedsOfY.size() anchors
    Matrix continuousY;               ///< vectors of the anchors in Y, k × dy unit rows found by an optimizer; 0 rows
                                      ///< before a run
    std::vector<ItemIndex> discreteY; ///< nearest item of Y for each continuous anchor (AO Alg. 1, line 10); empty
                                      ///< before a run
    CanonicalMetric metric = {};      ///< metric learned by a canonical run; otherwise empty

    Index count() const { return static_cast<Index>(itemsOfX.size()); }
    Index seeds() const { return static_cast<Index>(seedsOfY.size()); }
    bool optimized() const { return continuousY.rows() > 0; }
    /// Anchors of X with a match in Y: all after a run, otherwise the seeds.
    std::vector<ItemIndex> matchedItemsOfX() const
    {
        return {itemsOfX.begin(), itemsOfX.begin() + (optimized() ? count() : seeds())};
    }
    /// Item of Y that corresponds to each anchor, as a row of Y: the match found, or before a run the seed's partner.
    const std::vector<ItemIndex> &matchedItemsOfY() const { return optimized() ? discreteY : seedsOfY; }
};

} // namespace anchorscope
