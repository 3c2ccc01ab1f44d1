// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ivf/cells.h"
#include "core/neighbours/cslsmatches.h"
#include "core/neighbours/matchlists.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// Largest work, in pairs of items × (columns + cost of a pair in columns), for which all pairs are compared unless the
/// user chooses. The exact search would take more than ten minutes on two cores with AVX-512; 1,000,000 × 1,000,000
/// pairs were predicted to take 17 minutes with 64 columns and 44 with 300. The current load of the machine does not
/// count, so the same data give the same result.
inline constexpr double workToCompare = 8.7e13, columnsOfPair = 84;
/// True if a search between n and m items with `columns` columns compares all pairs instead of likely candidates.
/// `candidates`: the user's choice, as in OptimizeOptions.
bool searchesExactly(double n, double m, double columns, const std::string &candidates);
bool searchesExactly(const PreparedSpace &x, const PreparedSpace &y, const std::string &candidates);
/// Number of cells for n and m items. Fewer cells hold more items that have to be compared, more cells cost more to
/// find: for 1 000 000 × 300 the search took 513, 428 … seconds of processor time with 2 and 4 times the root of the
/// items.
Index nlistFor(Index n, Index m);

/// Rows of a space in canonical coordinates. If ranks hold the space, all coordinates are gathered first. Refers to the
/// arguments. Zero rows are ignored.
IvfSide canonicalSide(const PreparedSpace &space, const std::vector<ItemIndex> &items, const CanonicalMetric &metric,
                      Side side, const RunContext &context);

/// Both sides are cut into the cells of common centroids (k-means on a sample); an item is compared with those of the
/// cells whose centroids are the nearest to it (an inverted file; Jégou, Douze & Schmid, TPAMI 2011). How many cells
/// that are is found on a sample, which is compared with all items.
struct IvfOptions
{
    Index sample = 1000;         ///< number of items compared with all others, before the search and after it
    double targetRecall = 0.998; ///< share of the sample whose most similar item must be found
    std::uint64_t seed = 0;
};

struct IvfMatches
{
    CslsMatches matches;
    double recall = 0; ///< share of a second sample of Y whose match is that among all items (by the same r)
    Index nprobe = 0;  ///< cells of X that an item of Y is compared with
    Index nlist = 0;   ///< number of cells in all
};

/// cslsMatches() among likely candidates: r_j and matches come from the cells near an item. n, m ≥ 1. Time and memory
/// grow with the number of items, not with its square; the same bits for any number of threads. None if cancelled.
std::optional<IvfMatches> ivfMatches(const IvfSide &x, const IvfSide &y, Index neighbours,
                                     const IvfOptions &options = {}, const RunContext &context = {});

/// Cost of a search among likely candidates, in comparisons of two items.
struct IvfWork
{
    double cells = 0;  ///< cost of finding the centroids, on every rank
    double search = 0; ///< cost of the search, which ranks share

    double all() const { return cells + search; }
};
/// `share`: share of the cells that are searched for an item. The factors were measured on generated pairs of 20 000
/// and 1 000 000 items, 64 dimensions (ivfsearch.cpp).
IvfWork ivfWork(double n, double m, double share);
/// Share of all pairs that a search of these items compares, the mean of both sides. None if cancelled.
std::optional<double> ivfShare(const IvfSide &x, const IvfSide &y, const IvfOptions &options = {},
                               const RunContext &context = {});

/// Like matchLists(), among likely candidates only; all other items count as farther away. The lists contain at most
/// the candidates retained for each item (cells.cpp, keptCandidates). Empty if cancelled.
MatchLists ivfMatchLists(const IvfSide &x, const IvfSide &y, const std::vector<ItemIndex> &xOfY, Index neighbours,
                         Index count, const IvfOptions &options = {}, const RunContext &context = {});

} // namespace anchorscope
