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
        // Anchors are not used as queries, because an anchor would find itself.
        const Correspondence others = truth.without(pair.anchors.itemsOfX);
        result.values = leaveOneOutValues(x, y, others.pairs() < 2 ? truth : others, leaveOneOutSample, seed, context);
    }
    if (context.cancelled())
        return cancelledError();
    result.itemsOfX = pair.anchors.matchedItemsOfX();
    result.itemsOfY = pair.anchors.matchedItemsOfY();
    result.seeds = pair.anchors.seeds();
    result.orderOfX = clusteredOrder(result.x.gram);
    result.orderOfY = clusteredOrder(result.y.gram);
    return result;
}

double spanShare(const AnchorHealth &health)
{
    return health.spaceRank > 0 ? std::min(1.0, health.effectiveRank / health.spaceRank) : 0;
}

Span spanOf(const AnchorHealth &health)
{
    // Minimum share of the space's effective rank that the anchors must have for a grade. For words (fastText), 15, 60,
    // 150 and 300 random anchors have 6, 23, 51 and 81 % of it and reach 15, 59, 85 and 93 % of the MRR of 600 anchors.
    constexpr double fair = 0.25, good = 0.5;
    // In few dimensions near-duplicates increase the error even if that share is high. In the example “globe”, the
    // anchors Paris, Berlin and Rome have 52 % of the effective rank of the space. If the second space (an atlas)
    // displaces cities by 150 km, matched cities are 780 km from the true ones.
    const bool alike = std::ssize(health.nearDuplicates) >= health.gram.rows();
    const double share = spanShare(health);
    return share >= good && !alike ? Span::good : share >= fair ? Span::fair : Span::poor;
}

std::vector<Index> harmfulAnchors(const PairHealth &health)
{
    std::vector<Index> harmful;
    const double minimum = -1 / static_cast<double>(std::max<std::size_t>(1, health.values.size()));
    for (Index i = 0; i < std::ssize(health.values); ++i) {
        if (health.values[static_cast<std::size_t>(i)] < minimum)
            harmful.push_back(i);
    }
    return harmful;
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

namespace {

class Agglomeration
{
public:
    explicit Agglomeration(const Matrix &gram) : m_gram(gram), m_similarity(gram.cast<double>())
    {
        for (Index i = 0; i < gram.rows(); ++i)
            m_leaves.push_back({i});
    }

    /// Other cluster with the greatest mean cosine to `cluster`; on a tie `before`, the previous cluster in the chain.
    Index nearest(Index cluster, Index before) const
    {
        Index best = before;
        for (Index other = 0; other < std::ssize(m_leaves); ++other) {
            if (other != cluster && !m_leaves[static_cast<std::size_t>(other)].empty() &&
                (best < 0 || m_similarity(cluster, other) > m_similarity(cluster, best)))
                best = other;
        }
        return best;
    }

    void merge(Index a, Index b)
    {
        std::vector<Index> &kept = m_leaves[static_cast<std::size_t>(a)];
        std::vector<Index> &joined = m_leaves[static_cast<std::size_t>(b)];
        const auto sizeA = static_cast<double>(kept.size()), sizeB = static_cast<double>(joined.size());
        m_similarity.row(a) = (sizeA * m_similarity.row(a) + sizeB * m_similarity.row(b)) / (sizeA + sizeB);
        m_similarity.col(a) = m_similarity.row(a).transpose();
        const double frontFront = m_gram(kept.front(), joined.front()), frontBack = m_gram(kept.front(), joined.back());
        const double backFront = m_gram(kept.back(), joined.front()), backBack = m_gram(kept.back(), joined.back());
        if (std::max(frontFront, frontBack) > std::max(backFront, backBack))
            std::ranges::reverse(kept);
        if (std::max(frontBack, backBack) > std::max(frontFront, backFront))
            std::ranges::reverse(joined);
        kept.insert(kept.end(), joined.begin(), joined.end());
        joined.clear();
    }

    const std::vector<Index> &leaves(Index cluster) const { return m_leaves[static_cast<std::size_t>(cluster)]; }

private:
    const Matrix &m_gram;
    MatrixD m_similarity;
    /// anchors of each cluster in order; empty after it was merged into another one
    std::vector<std::vector<Index>> m_leaves;
};

} // namespace

std::vector<Index> clusteredOrder(const Matrix &gram)
{
    if (gram.rows() == 0)
        return {};
    Agglomeration clusters(gram);
    std::vector<Index> chain;
    for (Index merges = 0; merges + 1 < gram.rows();) {
        if (chain.empty()) {
            Index first = 0;
            while (clusters.leaves(first).empty())
                ++first;
            chain.push_back(first);
        }
        const Index before = chain.size() > 1 ? chain[chain.size() - 2] : -1;
        const Index next = clusters.nearest(chain.back(), before);
        if (next != before) {
            chain.push_back(next);
            continue;
        }
        // the last two clusters of the chain are merged, because they are each other's nearest
        clusters.merge(before, chain.back());
        chain.resize(chain.size() - 2);
        ++merges;
    }
    Index last = 0;
    while (clusters.leaves(last).empty())
        ++last;
    return clusters.leaves(last);
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
