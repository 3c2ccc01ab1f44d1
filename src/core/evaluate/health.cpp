// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/health.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

constexpr Index leaveOneOutSample = 1000;

} // namespace

Result<PairHealth> measureHealth(const AnchoredPair &pair, const Correspondence &truth, std::uint64_t seed,
                                 const RunContext &context)
{
    PairHealth result;
    result.x = anchorHealth(pair.x.rows, anchorsOf(pair, Side::x), {}, context.part(0, 0.2));
    result.y = anchorHealth(pair.y.rows, anchorsOf(pair, Side::y), {}, context.part(0.2, 0.4));
    if (!truth.empty()) {
        context.report(0.4, "leaving out one anchor at a time");
        const Matrix x = relativeRows(pair, Side::x, context);
        const Matrix y = relativeRows(pair, Side::y, context);
        const Correspondence others = truth.without(pair.anchors.itemsOfX); // an anchor finds itself
        result.values = leaveOneOutValues(x, y, others.pairs() < 2 ? truth : others, leaveOneOutSample, seed, context);
    }
    if (context.cancelled())
        return cancelledError();
    result.itemsOfX = pair.anchors.matchedItemsOfX();
    result.itemsOfY = pair.anchors.matchedItemsOfY();
    result.seeds = pair.anchors.seeds();
    return result;
}

std::vector<Index> nearestAnchors(const Matrix &gram)
{
    std::vector<Index> nearest(static_cast<std::size_t>(gram.rows()), -1);
    for (Index i = 0; i < gram.rows(); ++i) {
        Index &best = nearest[static_cast<std::size_t>(i)];
        for (Index j = 0; j < gram.cols(); ++j) {
            if (i != j && (best < 0 || gram(i, j) > gram(i, best)))
                best = j;
        }
    }
    return nearest;
}

GramFacts gramFacts(const Matrix &gram)
{
    GramFacts facts;
    if (gram.rows() < 2)
        return facts;
    facts.largest = -1;
    facts.smallest = 1;
    for (Index i = 0; i < gram.rows(); ++i) {
        for (Index j = 0; j < i; ++j) {
            const auto cosine = static_cast<double>(gram(i, j));
            facts.mean += cosine;
            facts.meanAbsolute += std::abs(cosine);
            facts.largest = std::max(facts.largest, cosine);
            facts.smallest = std::min(facts.smallest, cosine);
        }
    }
    const double pairs = 0.5 * static_cast<double>(gram.rows() * (gram.rows() - 1));
    facts.mean /= pairs;
    facts.meanAbsolute /= pairs;
    return facts;
}

} // namespace anchorscope
