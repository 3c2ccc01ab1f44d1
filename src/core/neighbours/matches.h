// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/matrix.h"
#include "core/neighbours/neighbours.h"
#include "core/runcontext.h"

#include <optional>
#include <vector>

namespace anchorscope {

/// Reliability of the match of one item of Y, without ground truth.
struct Match
{
    float score = 0;     ///< similarity of the item and its match: the cosine of their relative vectors
    float margin = 0;    ///< score minus the similarity of the best other item of X; negative if that item is nearer
    bool mutual = false; ///< true if no other item of Y is nearer to the matched item of X
};

/// Reliability of a correspondence: row xOfY[j] of rx (n × k) is the match of row j of ry (m × k). n, m ≥ 1; if n = 1,
/// the margin is the score. Empty if cancelled. O((n+m)·k) memory.
std::vector<Match> scoreMatches(const Matrix &rx, const Matrix &ry, const std::vector<ItemIndex> &xOfY,
                                const RunContext &context = {});

/// Correspondence with the reliability of each match, and the most similar items of X for each item of Y.
struct MatchLists
{
    std::vector<Match> matches;               ///< reliability of the match of each of the m items of Y
    std::vector<std::vector<Neighbour>> best; ///< most similar items of X for each of the m items of Y, the best first
};

/// Copy of a tile with the values change(value, row, column), in a buffer that the next call for the same function in
/// the same thread overwrites.
template <class Change> Tile changed(const Tile &tile, const Change &change)
{
    thread_local std::vector<float> values;
    values.resize(static_cast<std::size_t>(tile.rows * tile.stride));
    for (Index i = 0; i < tile.rows; ++i) {
        for (Index j = 0; j < tile.columns; ++j)
            values[static_cast<std::size_t>(i * tile.stride + j)] =
                change(tile.line(i)[j], static_cast<ItemIndex>(tile.firstRow + i),
                       static_cast<ItemIndex>(tile.firstColumn + j));
    }
    Tile result = tile;
    result.values = values.data();
    return result;
}

/// Penalties ½ r that CSLS subtracts from similarities, one for each item of both spaces.
struct Penalties
{
    std::vector<float> ofX, ofY;

    float corrected(float similarity, Index x, Index y) const
    {
        return similarity - ofX[static_cast<std::size_t>(x)] - ofY[static_cast<std::size_t>(y)];
    }
    /// Returns a tile (block) of corrected similarities, in a buffer that the next call in the same thread overwrites.
    Tile corrected(const Tile &tile) const
    {
        return changed(tile, [this](float value, ItemIndex x, ItemIndex y) { return corrected(value, x, y); });
    }
};

/// Penalties of all rows of x and y (unit rows): ½ of the mean similarity of a row to its `neighbours` nearest rows of
/// the other matrix (to all, if fewer); 0 if `neighbours` is 0. Returns nullopt if cancelled.
std::optional<Penalties> penaltiesOf(const Matrix &x, const Matrix &y, Index neighbours, const RunContext &context);

/// Reliability of the match of an item of Y. `score`: corrected similarity of item and match; `nearest`: most similar
/// items of X, the nearest first; `bestOfMatch`: greatest corrected similarity of the match with any item of Y.
Match matchOf(float score, ItemIndex match, std::span<const Neighbour> nearest, float bestOfMatch);

/// Match lists for a range `own` of the m items of Y; entries of other items are empty. `similarities`: similarity of
/// each item of Y to its match; `bestOfX`: greatest corrected similarity of each item of X; `ofY`: nearest items of X
/// by corrected similarity for each item in the range.
MatchLists matchListsOf(const Penalties &half, const std::vector<float> &similarities,
                        const std::vector<ItemIndex> &xOfY, const std::vector<float> &bestOfX, const NearestLists &ofY,
                        Share own, Index count);

/// Reliability of the match xOfY[j] (a row of x, or noItem) of each row j of y, and the `count` best rows of x (all, if
/// fewer). x (n × r) and y (m × r) have unit rows. Scores are hubness-corrected similarities (CSLS) S_ij − ½ r_i − ½
/// r_j: S = x·yᵀ, and r is the mean similarity of a row to its `neighbours` nearest rows of the other matrix (to all,
/// if fewer). `neighbours` 0: r = 0, so scores are cosines. n, m ≥ 1. O((n+m)·(r + count)) memory. Empty if cancelled.
MatchLists matchLists(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &xOfY, Index neighbours,
                      Index count, const RunContext &context = {});

/// Returns the correspondence with noItem in place of matches that are not mutual.
std::vector<ItemIndex> mutualOnly(std::vector<ItemIndex> xOfY, const std::vector<Match> &matches);

/// Inverse of a correspondence: for each of the n items of X, the item of Y whose match it is, or noItem. Among
/// several, the one with the highest score, then the first; empty `scores` count as equal.
std::vector<ItemIndex> partnersOfX(const std::vector<ItemIndex> &xOfY, const std::vector<float> &scores,
                                   Index itemsOfX);

/// Number of differences between two correspondences of the same items.
struct MatchChange
{
    Index changed = 0; ///< number of items of Y whose match changed
    Index correct = 0; ///< number of changed matches that are now correct; 0 without ground truth
};
MatchChange matchChange(const std::vector<ItemIndex> &before, const std::vector<ItemIndex> &now,
                        const Correspondence &truth);

} // namespace anchorscope
