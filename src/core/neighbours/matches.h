// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// How far the match of one item of Y can be trusted, seen without any truth.
struct Match
{
    float score = 0;     ///< cosine of the two relative vectors
    float margin = 0;    ///< score − cosine of the best other item of X; negative where another one is nearer
    bool mutual = false; ///< no other item of Y is nearer to the item of X
};

/// Judges a correspondence: xOfY[j] is the row of rx (n × k) that matches row j of ry (m × k). n ≥ 1, m ≥ 1; with
/// n = 1 there is no other item and the margin is the score. Empty if cancelled. O((n+m)·k) memory.
std::vector<Match> scoreMatches(const Matrix &rx, const Matrix &ry, const std::vector<ItemIndex> &xOfY,
                                const RunContext &context = {});

/// The correspondence where it is mutual, elsewhere noItem.
std::vector<ItemIndex> mutualOnly(std::vector<ItemIndex> xOfY, const std::vector<Match> &matches);

/// The correspondence seen from X: for each of n items of X the item of Y that it is the partner of; of several the one
/// of highest score (all 0 where `scores` has none), the first of equals; noItem where there is none.
std::vector<ItemIndex> partnersOfX(const std::vector<ItemIndex> &xOfY, const std::vector<float> &scores,
                                   Index itemsOfX);

} // namespace anchorscope
