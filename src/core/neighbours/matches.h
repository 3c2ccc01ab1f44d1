// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Reliability of the match of one item of Y, determined without ground truth.
struct Match
{
    float score = 0;     ///< score of the match: cosine of the two relative vectors
    float margin = 0;    ///< margin: score minus the cosine of the best other item of X; negative if another one is
                         ///< nearer
    bool mutual = false; ///< true if no other item of Y is nearer to the item of X
};

/// Scores a correspondence: xOfY[j] is the row of rx (n × k) that matches row j of ry (m × k). n ≥ 1, m ≥ 1; if n = 1
/// there is no other item and the margin is the score. Empty if cancelled. O((n+m)·k) memory.
std::vector<Match> scoreMatches(const Matrix &rx, const Matrix &ry, const std::vector<ItemIndex> &xOfY,
                                const RunContext &context = {});

/// Returns the correspondence with noItem in place of matches that are not mutual.
std::vector<ItemIndex> mutualOnly(std::vector<ItemIndex> xOfY, const std::vector<Match> &matches);

/// Inverse of a correspondence: for each of n items of X, the item of Y that is matched to it; noItem if none is. Among
/// several, the one with the highest score (all 0 if `scores` is empty), then the first.
std::vector<ItemIndex> partnersOfX(const std::vector<ItemIndex> &xOfY, const std::vector<float> &scores,
                                   Index itemsOfX);

/// Difference of two correspondences of the same items.
struct MatchChange
{
    Index changed = 0; ///< items of Y whose match differs
    Index correct = 0; ///< changed matches that are correct now; 0 if the truth is unknown
};
MatchChange matchChange(const std::vector<ItemIndex> &before, const std::vector<ItemIndex> &now,
                        const Correspondence &truth);

} // namespace anchorscope
