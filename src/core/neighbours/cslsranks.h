// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"

#include <optional>
#include <utility>
#include <vector>

namespace anchorscope {

/// Queries, each with one target to be ranked by CSLS, and results of a previous product of all queries and targets.
struct CslsQueries
{
    const Matrix &rows, &targets;         ///< unit rows of the queries and of the targets, of the same width
    const std::vector<float> &similarity; ///< similarity of each query to its requested target, as in RankCounter

    /// target whose rank is requested for each row; noItem for rows that are not queries
    const std::vector<ItemIndex> &requested;
    const NearestLists &nearest; ///< lists of the targets nearest to each query; longer lists determine more ranks
    const NearestLists &nearestToTargets; ///< lists of the queries nearest to each target, at least `neighbours` each
};

/// CSLS rank of each query's requested target; 0 for rows that are not queries. Ranks are defined as in RankCounter;
/// the penalty of a target is its mean similarity to its `neighbours` nearest queries. The lists determine most ranks,
/// and a second matrix product determines the others. Returns nullopt if cancelled.
std::optional<std::vector<float>> cslsRanks(const CslsQueries &queries, Index neighbours, const RunContext &context);

/// Like cslsRanks(), in both directions: the queries of one direction are the targets of the other.
std::optional<std::pair<std::vector<float>, std::vector<float>>>
cslsRanksBothWays(const CslsQueries &x, const CslsQueries &y, Index neighbours, const RunContext &context);

} // namespace anchorscope
