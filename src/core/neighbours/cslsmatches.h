// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <functional>
#include <optional>
#include <vector>

namespace anchorscope {

/// Default number of neighbours for the hubness correction of CSLS (Conneau et al., ICLR 2018).
inline constexpr Index neighboursOfCsls = 10;

struct CslsMatches
{
    std::vector<ItemIndex> yOfX; ///< match in Y of each of the n items of X
    std::vector<ItemIndex> xOfY; ///< match in X of each of the m items of Y

    /// Returns the items i of X whose match in Y has i as its match, in ascending order.
    std::vector<ItemIndex> mutualItemsOfX() const;
};

/// Flags for the items of both spaces: true if the item is a query, for which a match is searched.
struct QueryMask
{
    std::vector<bool> ofX, ofY; ///< query flag of each of the n items of X, and of each of the m items of Y
};

/// Finds CSLS matches in both directions. The match of row i of x (n × r, unit rows) is the row j of y (m × r, unit
/// rows) with the greatest S_ij − ½ r_j. S = x·yᵀ; r_j is the mean similarity of row j to its `neighbours` nearest rows
/// of the other matrix (to all, if fewer). Ties go to the lowest index. n, m ≥ 1. Exact, O((n+m)·r) memory, the same
/// bits for any number of threads. Returns nullopt if cancelled.
std::optional<CslsMatches> cslsMatches(const Matrix &x, const Matrix &y, Index neighbours,
                                       const RunContext &context = {});

/// Like the overload without `queries`, but matches queries only. r_j is the mean similarity of row j to its nearest
/// queries, so pairs without a query are never compared. If half of the items of each space are queries, a quarter of
/// the pairs has no query, and the order of the candidates by r hardly changes.
std::optional<CslsMatches> cslsMatches(const Matrix &x, const Matrix &y, Index neighbours, const QueryMask &queries,
                                       const RunContext &context = {});

/// Returns the matches of n items of X and m of Y that an interrupted run stored in the cache (RunContext::cache),
/// otherwise those of `search`. Stored matches are used only if each query has an item of the other space as its match,
/// and items that are not queries have none. `queries` null: all items are queries. Returns nullopt if cancelled.
std::optional<CslsMatches> cachedMatches(Index n, Index m, const QueryMask *queries, ResultCache *cache,
                                         const std::function<std::optional<CslsMatches>()> &search);

} // namespace anchorscope
