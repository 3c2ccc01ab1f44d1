// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/matches.h"
#include "core/neighbours/neighbours.h"

namespace anchorscope {

/// A correspondence with how far each match can be trusted, and the best partners besides.
struct MatchLists
{
    std::vector<Match> matches;               ///< m
    std::vector<std::vector<Neighbour>> best; ///< m lists of items of X, the best first
};

/// ½ r of the rows of both sides.
struct Penalties
{
    std::vector<float> ofX, ofY;

    float corrected(float similarity, Index x, Index y) const
    {
        return similarity - ofX[static_cast<std::size_t>(x)] - ofY[static_cast<std::size_t>(y)];
    }
    /// The same for a tile, in a memory of the thread's own that the next call takes.
    Tile corrected(const Tile &tile) const;
};

/// How far a partner of this score can be trusted: `nearest` are the best of the item that it was given to, the best
/// first, and bestOfMatch is the score of the partner's own best.
Match matchOf(float score, ItemIndex match, std::span<const Neighbour> nearest, float bestOfMatch);

/// Judges xOfY, the row of x (n × r, unit rows) that each row of y (m × r, unit rows) was given (or noItem), by
/// hubness-corrected similarity (CSLS): S_ij − ½ r_i − ½ r_j, S = x·yᵀ, r the mean similarity of a row to its
/// `neighbours` nearest rows of the other side (fewer where there are fewer; 0: r = 0, plain cosines). The lists hold
/// `count` items, fewer where there are fewer. n, m ≥ 1. O((n+m)·(r + count)) memory. Empty if cancelled.
MatchLists matchLists(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &xOfY, Index neighbours,
                      Index count, const RunContext &context = {});

} // namespace anchorscope
