// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/relative.h"
#include "core/result.h"

#include <optional>

namespace anchorscope {

/// One row of the two lists of neighbours of an item: its neighbour in X, and the neighbour of its partner in Y.
struct NeighbourPair
{
    ItemIndex x = noItem, y = noItem;
    float similarityX = 0, similarityY = 0;
    bool sharedX = false; ///< true if the partner of this neighbour is in the other list
    bool sharedY = false;
};

/// Similarities of an anchor to the item in X and to its partner in Y.
struct AnchorComparison
{
    ItemIndex anchorOfX = noItem;
    float x = 0, y = 0;
    bool seed = false;
};

/// An item as it appears in both spaces.
struct ItemInspection
{
    std::vector<NeighbourPair> neighbours;
    std::vector<AnchorComparison> fingerprint; ///< similarities to the anchors, largest disagreement first; empty
                                               ///< without anchors in both spaces
    double overlap = 0;                        ///< Jaccard index of the two lists
    std::optional<double> cosine;              ///< cosine of the two relative vectors
    /// Rank of the partner by this cosine, as in retrieve(): 1 + number of nearer items + half the number of other
    /// ties.
    std::optional<double> rankXToY, rankYToX;
};

struct InspectionOptions
{
    bool relative = false; ///< true: neighbours by the relative vectors; false: by the vectors of the spaces
    Index k = 12;          ///< number of neighbours in each list
};

/// Compares row x of X with row y of Y, taken as one item; one of them may be noItem. partnerOfX: the row of Y (or
/// noItem) that belongs to each row of X, which relates the neighbours. Error "cancelled".
Result<ItemInspection> inspectItem(const AnchoredPair &pair, ItemIndex x, ItemIndex y,
                                   const std::vector<ItemIndex> &partnerOfX, const InspectionOptions &options,
                                   const RunContext &context = {});

} // namespace anchorscope
