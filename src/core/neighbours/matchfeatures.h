// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <array>
#include <vector>

namespace anchorscope {

/// Features of the best match of an item of Y that help to distinguish correct matches from those of items without a
/// partner. Scores are hubness-corrected similarities (CSLS).
struct MatchFeatures
{
    ItemIndex match = noItem;
    bool mutual = false;
    float cosine = 0;
    float score = 0;
    float margin = 0;    ///< margin: score minus that of the second best item of X
    float next = 0;      ///< score of the second best item of X minus that of the third
    float marginOfX = 0; ///< margin from the other side: score minus that of the best other item of Y for the match;
                         ///< negative if not mutual

    static constexpr int count = 5; ///< number of features of a match
    std::array<double, count> numbers() const { return {cosine, score, margin, next, marginOfX}; }
};

/// Computes the features of the best match of every row of y (m × r) among those of x (n × r), unit rows. One product:
/// both sides keep the 16 items of greatest cosine, from which the corrected scores are taken. Empty if cancelled or n
/// or m is 0.
std::vector<MatchFeatures> matchFeatures(const Matrix &x, const Matrix &y, const RunContext &context = {});

} // namespace anchorscope
