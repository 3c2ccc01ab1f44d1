// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/anchorhealth.h"
#include "core/projection/relative.h"
#include "core/result.h"

namespace anchorscope {

/// How well the anchors of two spaces span both.
struct PairHealth
{
    AnchorHealth x, y;
    std::vector<double> values;                ///< what each anchor is worth; empty where no pairs are known
    std::vector<ItemIndex> itemsOfX, itemsOfY; ///< of each anchor; in Y the nearest item
    Index seeds = 0;
    std::vector<Index> orderOfX, orderOfY; ///< clusteredOrder() of each

    bool empty() const { return itemsOfX.empty(); }
    const AnchorHealth &of(Side side) const { return side == Side::x ? x : y; }
    const std::vector<Index> &order(Side side) const { return side == Side::x ? orderOfX : orderOfY; }
};

/// Health of the anchors in both spaces, and what each is worth for the pairs of `truth` (leaveOneOutValues on 1 000 of
/// them, drawn by the seed). The anchor set has at least one pair. Error "cancelled".
Result<PairHealth> measureHealth(const AnchoredPair &pair, const Correspondence &truth, std::uint64_t seed,
                                 const RunContext &context = {});

/// How much of what a space can tell apart its anchors reach: their effective rank over that of the items. Good
/// only where there are fewer pairs of near-duplicates than anchors.
enum class Span { poor, fair, good };
double spanShare(const AnchorHealth &health); ///< at most 1
Span spanOf(const AnchorHealth &health);
/// Anchors that do harm: MRR without one of them is higher by more than an average anchor can be worth, 1/k. (The
/// values of k random true pairs of words spread by 0.0005 at k = 300 and by 0.01 at k = 15; those have their noise
/// only.)
std::vector<Index> harmfulAnchors(const PairHealth &health);

/// For each anchor of a k × k Gram matrix the other one that is most similar, the first of equals; −1 where k = 1.
std::vector<Index> nearestAnchors(const Matrix &gram);

/// An order of the k anchors of a Gram matrix in which similar ones stand together: the leaves of average-linkage
/// clusters (Lance & Williams 1967; by chains of nearest neighbours), each pair of clusters turned so that the more
/// similar ends meet. O(k²) memory, O(k²) time.
std::vector<Index> clusteredOrder(const Matrix &gram);

/// The cosines between different anchors in a few numbers; 0 where k = 1.
struct GramFacts
{
    double mean = 0, meanAbsolute = 0, largest = 0, smallest = 0;
};
GramFacts gramFacts(const Matrix &gram);

} // namespace anchorscope
