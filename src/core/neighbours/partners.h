// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <optional>
#include <vector>

namespace anchorscope {

/// Hubness correction by so many neighbours, as usual (Conneau et al., ICLR 2018).
inline constexpr Index neighboursOfCsls = 10;

/// Each item's partner in the other space by hubness-corrected similarity (CSLS: Conneau et al., ICLR 2018).
struct CslsPartners
{
    std::vector<ItemIndex> yOfX; ///< n, noItem only for items whose partner is not wanted
    std::vector<ItemIndex> xOfY; ///< m

    /// Items of X whose partner's partner they are, ascending.
    std::vector<ItemIndex> mutualItemsOfX() const;
};

/// The items whose partners are wanted; all are where there is no list.
struct WantedPartners
{
    std::vector<bool> ofX, ofY;
};

/// For every row of x (n × r, unit rows) the row j of y (m × r, unit rows) of greatest S_ij − ½ r_j, and the same for
/// every row of y; S = x·yᵀ, r_j the mean similarity of j to its `neighbours` nearest rows on the other side (fewer
/// where there are fewer). Equals go to the lowest index. n, m ≥ 1. Exact, O((n+m)·r) memory, the same bits for any
/// number of threads. None if cancelled.
std::optional<CslsPartners> cslsPartners(const Matrix &x, const Matrix &y, Index neighbours,
                                         const RunContext &context = {}, const WantedPartners &wanted = {});

} // namespace anchorscope
