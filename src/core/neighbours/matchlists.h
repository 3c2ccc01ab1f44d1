// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/matches.h"
#include "core/neighbours/neighbours.h"

namespace anchorscope {

/// Correspondence with the reliability of each match and its nearest alternatives.
struct MatchLists
{
    std::vector<Match> matches;               ///< match of each of the m items of Y
    std::vector<std::vector<Neighbour>> best; ///< best items of X for each of the m items of Y, the best first
};

/// Penalties ½ r of the rows of both sides.
struct Penalties
{
    std::vector<float> ofX, ofY;

    float corrected(float similarity, Index x, Index y) const
    {
        return similarity - ofX[static_cast<std::size_t>(x)] - ofY[static_cast<std::size_t>(y)];
    }
    /// Corrected similarities of a tile, in a buffer of the thread that the next call reuses.
    Tile corrected(const Tile &tile) const;
};

/// Computes the reliability of a match: `score` is its corrected similarity, `nearest` are the items most similar to
/// the item of Y, in order, and `bestOfMatch` is the greatest score of the item of X.
Match matchOf(float score, ItemIndex match, std::span<const Neighbour> nearest, float bestOfMatch);

/// Returns match lists of `own`, some of the m items of Y. `similarities` are those of their matches, bestOfX is the
/// greatest corrected similarity of each item of X, ofY the nearest items of each of `own`, corrected. The other
/// entries remain empty.
MatchLists matchListsOf(const Penalties &half, const std::vector<float> &similarities,
                        const std::vector<ItemIndex> &xOfY, const std::vector<float> &bestOfX, const NearestLists &ofY,
                        Share own, Index count);

/// Scores the match xOfY[j] (a row of x, n × r, unit rows, or noItem) of each row j of y (m × r, unit rows) by
/// hubness-corrected similarity (CSLS): S_ij − ½ r_i − ½ r_j, S = x·yᵀ, r is the mean similarity of a row to its
/// `neighbours` nearest rows of the other side (or all, if fewer; 0: r = 0, plain cosines). The lists contain
/// `count` items, or all, if fewer. n, m ≥ 1. O((n+m)·(r + count)) memory. Empty if cancelled.
MatchLists matchLists(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &xOfY, Index neighbours,
                      Index count, const RunContext &context = {});

} // namespace anchorscope
