// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <array>
#include <vector>

namespace anchorscope {

/// Features of the best match of an item of Y, from which the program estimates whether the match is correct or the
/// item has no partner. Scores are hubness-corrected similarities (CSLS).
struct MatchFeatures
{
    ItemIndex match = noItem;
    bool mutual = false;
    float cosine = 0;
    float score = 0;
    float margin = 0; ///< score minus that of the second best item of X
    float next = 0;   ///< score of the second best item of X minus that of the third

    /// score minus the best score that the match has with another item of Y; negative if not mutual
    float marginOfX = 0;

    static constexpr int count = 5; ///< number of features in numbers()
    std::array<double, count> numbers() const { return {cosine, score, margin, next, marginOfX}; }
};

/// Computes the features of the best match in x (n × r, unit rows) of every row of y (m × r, unit rows). It needs only
/// one product x·yᵀ: CSLS scores are computed for the 16 items of greatest cosine of each row. Empty if cancelled, or
/// if n or m is 0.
std::vector<MatchFeatures> matchFeatures(const Matrix &x, const Matrix &y, const RunContext &context = {});

} // namespace anchorscope
