// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/matrix.h"
#include "core/runcontext.h"

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
