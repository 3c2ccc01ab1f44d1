// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/anchorhealth.h"
#include "core/projection/relative.h"
#include "core/result.h"

namespace anchorscope {

/// Coverage of the two spaces by the anchors.
struct PairHealth
{
    AnchorHealth x, y;
    std::vector<double> values;                ///< contribution of each anchor; empty if no pairs are known
    std::vector<ItemIndex> itemsOfX, itemsOfY; ///< item of each anchor; in Y the item nearest to it
    Index seeds = 0;
    std::vector<Index> orderOfX, orderOfY; ///< order of the anchors in each space by clusteredOrder()

    bool empty() const { return itemsOfX.empty(); }
    const AnchorHealth &of(Side side) const { return side == Side::x ? x : y; }
    const std::vector<Index> &order(Side side) const { return side == Side::x ? orderOfX : orderOfY; }
};

/// Health of the anchors in both spaces, and the contribution of each for the pairs of `truth` (leaveOneOutValues on
/// 1,000 of them, drawn with the random seed). The anchor set has at least one pair. Error "cancelled".
Result<PairHealth> measureHealth(const AnchoredPair &pair, const Correspondence &truth, std::uint64_t seed,
                                 const RunContext &context = {});

/// Share of a space's effective rank that its anchors capture: their effective rank divided by that of the items. Good
/// only with fewer pairs of near-duplicates than anchors.
enum class Span { poor, fair, good };
double spanShare(const AnchorHealth &health); ///< captured share, at most 1
Span spanOf(const AnchorHealth &health);
/// Anchors that lower the score: without one of them MRR rises by more than 1/k, the most that an average anchor can
/// contribute. (The contributions of k random true pairs of words vary by 0.0005 at k = 300 and by 0.01 at k = 15,
/// which is noise only.)
std::vector<Index> harmfulAnchors(const PairHealth &health);

/// For each anchor of a k × k Gram matrix, the most similar other anchor (the first of ties); −1 if k = 1.
std::vector<Index> nearestAnchors(const Matrix &gram);

/// An order of the k anchors of a Gram matrix in which similar ones are adjacent: the leaves of average-linkage
/// clusters (Lance & Williams 1967; by chains of nearest neighbours), each pair of clusters turned so that the more
/// similar ends meet. O(k²) memory, O(k²) time.
std::vector<Index> clusteredOrder(const Matrix &gram);

/// Summary of the cosines between different anchors; all values 0 if k = 1.
struct GramFacts
{
    double mean = 0, meanAbsolute = 0, largest = 0, smallest = 0;
};
GramFacts gramFacts(const Matrix &gram);

} // namespace anchorscope
