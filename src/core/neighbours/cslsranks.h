// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"

#include <optional>
#include <utility>
#include <vector>

namespace anchorscope {

/// Queries whose targets are ranked by CSLS, after one product of all queries and targets.
struct CslsQueries
{
    const Matrix &rows, &targets;            ///< queries and targets: unit rows of the same width
    const std::vector<float> &similarity;    ///< similarity of each query to its requested target, as in RankCounter
    const std::vector<ItemIndex> &requested; ///< requested target of each query; noItem: not a query
    const NearestLists &nearest;             ///< targets nearest to each query; longer lists decide more ranks
    const NearestLists &nearestToTargets;    ///< queries nearest to each target, at least `neighbours`
};

/// Returns the ranks of RankCounter, with the mean similarity of each target to its `neighbours` nearest queries as
/// penalty; 0 for rows that are not queries. Most ranks follow from the lists; a second product determines the others.
/// None if cancelled.
std::optional<std::vector<float>> cslsRanks(const CslsQueries &queries, Index neighbours, const RunContext &context);

/// Returns ranks by CSLS in both directions; the queries of one direction are the targets of the other.
std::optional<std::pair<std::vector<float>, std::vector<float>>>
cslsRanksBothWays(const CslsQueries &x, const CslsQueries &y, Index neighbours, const RunContext &context);

} // namespace anchorscope
