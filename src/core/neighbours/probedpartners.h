// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/partners.h"

#include <functional>

namespace anchorscope {

/// A side of a search that is too large to be held: unit rows of some of its items (in that order, r columns), made
/// when they are needed. Called from several threads.
struct ProbedSide
{
    Index items = 0;
    std::function<Matrix(const std::vector<ItemIndex> &)> rows;
};

/// Both sides are cut into the cells of common centroids (k-means on a sample); an item is compared with those of the
/// cells whose centroids are the nearest to it (an inverted file; Jégou, Douze & Schmid, TPAMI 2011). How many cells
/// that are is found on a sample, which is compared with all items.
struct ProbeOptions
{
    Index itemsOfCell = 2000; ///< of both sides together, on average
    Index sample = 1000;      ///< items that are compared with all others, before the search and after it
    double wanted = 0.995;    ///< share of the sample whose most similar item is to be found
    std::uint64_t seed = 0;
};

struct ProbedPartners
{
    CslsPartners partners;
    double recall = 0;  ///< share of a sample of Y, other than the first, with the partner of all items (by the same r)
    Index cellsOfX = 0; ///< of X that an item of Y is compared with
    Index cells = 0;    ///< of all
};

/// cslsPartners() among likely candidates: r_j and partners come from the cells near an item. n, m ≥ 1. Time and memory
/// grow with the number of items, not with its square; the same bits for any number of threads. None if cancelled.
std::optional<ProbedPartners> probedPartners(const ProbedSide &x, const ProbedSide &y, Index neighbours,
                                             const ProbeOptions &options = {}, const RunContext &context = {});

} // namespace anchorscope
