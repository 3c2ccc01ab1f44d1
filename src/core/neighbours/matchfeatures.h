// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/neighbours/matches.h"
#include "core/runcontext.h"

#include <array>
#include <optional>
#include <vector>

namespace anchorscope {

/// Scores and margins of the best match of an item of Y, for estimating whether the match is correct or the item has no
/// partner. Scores are hubness-corrected similarities (CSLS).
struct MatchFeatures
{
    ItemIndex match = noItem;
    bool mutual = false;
    float cosine = 0;
    float score = 0;
    float margin = 0; ///< score minus that of the second best item of X
    float next = 0;   ///< score of the second best item of X minus that of the third

    /// score minus the match's best score with another item of Y; negative if not mutual
    float marginOfX = 0;

    static constexpr int count = 5;
    std::array<double, count> numbers() const { return {cosine, score, margin, next, marginOfX}; }
};

/// Lists, one for each item, of the 16 items of the other space with the greatest cosine. The match of an item is the
/// item in its list with the best CSLS score. All lists need one product x·yᵀ.
class MatchCandidates
{
public:
    /// Finds the candidates for unit rows x (n × r) and y (m × r); n, m ≥ 1. Returns nullopt if cancelled.
    static std::optional<MatchCandidates> of(const Matrix &x, const Matrix &y, const RunContext &context);

    MatchFeatures best(Index j) const;
    /// Scores and margins of the best match of row j of Y among all rows of X except `removed`.
    MatchFeatures bestWithout(Index j, ItemIndex removed) const;

private:
    MatchCandidates(NearestLists ofX, NearestLists ofY);
    MatchFeatures bestOf(std::span<const Neighbour> nearest, Index j, float penalty) const;

    NearestLists m_ofX, m_ofY;
    Penalties m_half;
};

/// Returns scores and margins of the best match of each unit row of y (m × r) among the unit rows of x (n × r). Empty
/// if cancelled, or if n or m is 0.
std::vector<MatchFeatures> matchFeatures(const Matrix &x, const Matrix &y, const RunContext &context = {});

} // namespace anchorscope
