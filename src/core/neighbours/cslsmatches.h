// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <optional>
#include <vector>

namespace anchorscope {

/// Usual number of neighbours for the hubness correction (Conneau et al., ICLR 2018).
inline constexpr Index neighboursOfCsls = 10;

/// Match of each item in the other space by hubness-corrected similarity (CSLS: Conneau et al., ICLR 2018).
struct CslsMatches
{
    std::vector<ItemIndex> yOfX; ///< match of each of the n items of X; noItem only for items that are not queries
    std::vector<ItemIndex> xOfY; ///< match of each of the m items of Y

    /// Items of X that are the match of their own match, ascending.
    std::vector<ItemIndex> mutualItemsOfX() const;
};

/// Items that are queries of a search, as flags.
struct QueryMask
{
    std::vector<bool> ofX, ofY; ///< flags of the n items of X and of the m items of Y
};

/// Finds for every row of x (n × r, unit rows) the row j of y (m × r, unit rows) with the greatest S_ij − ½ r_j, and
/// vice versa; S = x·yᵀ, r_j is the mean similarity of j to its `neighbours` nearest rows on the other side (to all if
/// it has fewer). Ties go to the lowest index. n, m ≥ 1. Exact, O((n+m)·r) memory, the same bits for any number of
/// threads. None if cancelled.
std::optional<CslsMatches> cslsMatches(const Matrix &x, const Matrix &y, Index neighbours,
                                       const RunContext &context = {});

/// Finds CSLS matches for the items in `queries` only: r_j is the mean similarity of j to its nearest queries, so
/// two items that are both not queries are never compared. If half of each side are queries, this saves a quarter of
/// the product, and the order of the candidates by r hardly changes.
std::optional<CslsMatches> cslsMatches(const Matrix &x, const Matrix &y, Index neighbours, const QueryMask &queries,
                                       const RunContext &context = {});

} // namespace anchorscope
