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

    bool empty() const { return itemsOfX.empty(); }
    const AnchorHealth &of(Side side) const { return side == Side::x ? x : y; }
};

/// Health of the anchors in both spaces, and what each is worth for the pairs of `truth` (leaveOneOutValues on 1 000 of
/// them, drawn by the seed). The anchor set has at least one pair. Error "cancelled".
Result<PairHealth> measureHealth(const AnchoredPair &pair, const Correspondence &truth, std::uint64_t seed,
                                 const RunContext &context = {});

/// For each anchor of a k × k Gram matrix the other one that is most similar, the first of equals; −1 where k = 1.
std::vector<Index> nearestAnchors(const Matrix &gram);

/// The cosines between different anchors in a few numbers; 0 where k = 1.
struct GramFacts
{
    double mean = 0, meanAbsolute = 0, largest = 0, smallest = 0;
};
GramFacts gramFacts(const Matrix &gram);

} // namespace anchorscope
