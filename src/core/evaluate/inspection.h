// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/relative.h"
#include "core/result.h"

#include <optional>

namespace anchorscope {

/// Two neighbours at the same position in two lists: one of an item in X, one of its partner in Y.
struct NeighbourPair
{
    ItemIndex x = noItem, y = noItem;
    float similarityX = 0, similarityY = 0;
    bool sharedX = false; ///< true if the partner of the neighbour x is also one of the listed neighbours in Y
    bool sharedY = false;
};

/// Similarity of the inspected item to an anchor in X, and of its partner to that anchor in Y.
struct AnchorComparison
{
    ItemIndex anchorOfX = noItem;
    float x = 0, y = 0;
    bool seed = false;
};

struct ItemInspection
{
    std::vector<NeighbourPair> neighbours;
    /// Similarities to the anchors, the largest difference between X and Y first; empty without anchors in both spaces.
    std::vector<AnchorComparison> fingerprint;
    double overlap = 0;
    /// Cosine between the relative vectors of the item and of its partner.
    std::optional<double> cosine;
    /// Rank of the partner by cosine of relative vectors, as in retrieve(): 1 + number of nearer items + half the ties.
    std::optional<double> rankXToY, rankYToX;
};

struct InspectionOptions
{
    bool relative = false; ///< whether neighbours are found by relative vectors, not by the vectors of the spaces
    Index k = 12;          ///< number of neighbours that are listed in each space
};

/// Compares row `x` of X with row `y` of Y as if they were the same item; one of them can be noItem. `partnerOfX`
/// contains the partner's row of Y for each row of X, or noItem. It determines which neighbours in X and Y belong
/// together. Error "cancelled".
Result<ItemInspection> inspectItem(const AnchoredPair &pair, ItemIndex x, ItemIndex y,
                                   const std::vector<ItemIndex> &partnerOfX, const InspectionOptions &options,
                                   const RunContext &context = {});

} // namespace anchorscope
