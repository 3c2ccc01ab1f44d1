// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/anchorhealth.h"
#include "core/projection/relative.h"
#include "core/result.h"

namespace anchorscope {

struct PairHealth
{
    AnchorHealth x, y;
    std::vector<double> values;                ///< contribution of each anchor to the MRR; empty without known pairs
    std::vector<ItemIndex> itemsOfX, itemsOfY; ///< for each anchor its item of X, and the item of Y nearest to it
    Index seeds = 0;
    std::vector<Index> orderOfX, orderOfY; ///< for each space the order of the anchors by clusteredOrder()

    bool empty() const { return itemsOfX.empty(); }
    const AnchorHealth &of(Side side) const { return side == Side::x ? x : y; }
    const std::vector<Index> &order(Side side) const { return side == Side::x ? orderOfX : orderOfY; }
};

/// Measures how well the anchors (at least one pair) cover both spaces, and how much each anchor contributes to
/// matching the pairs of `truth` (leaveOneOutValues() on 1,000 random pairs). Error "cancelled".
Result<PairHealth> measureHealth(const AnchoredPair &pair, const Correspondence &truth, std::uint64_t seed,
                                 const RunContext &context = {});

/// Grade of the anchors by spanShare(). “good” also requires fewer pairs of near-duplicates than anchors.
enum class Span { poor, fair, good };
double spanShare(const AnchorHealth &health); ///< effective rank of the anchors divided by that of the items, at most 1
Span spanOf(const AnchorHealth &health);
/// Anchors without which MRR rises by more than 1/k, the most that an average anchor can contribute. Smaller rises are
/// noise: contributions of k random true pairs of words vary by 0.0005 at k = 300 and by 0.01 at k = 15.
std::vector<Index> harmfulAnchors(const PairHealth &health);

/// Most similar other anchor of each anchor by their k × k Gram matrix, the first on a tie; −1 if k = 1.
std::vector<Index> nearestAnchors(const Matrix &gram);

/// Order of k anchors in which similar anchors are adjacent: the leaves of average-linkage clusters, found by chains of
/// nearest neighbours (Lance & Williams 1967). When two clusters are merged, each is reversed if this brings their more
/// similar ends together. `gram`: k × k. O(k²) memory and time.
std::vector<Index> clusteredOrder(const Matrix &gram);

/// Statistics of the cosines between different anchors; all values are 0 if k = 1.
struct GramFacts
{
    double mean = 0, meanAbsolute = 0, largest = 0, smallest = 0;
};
GramFacts gramFacts(const Matrix &gram);

} // namespace anchorscope
