// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ivf/cells.h"
#include "core/neighbours/cslsmatches.h"
#include "core/neighbours/matches.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// Greatest work for which the search compares all pairs, unless the user chooses otherwise. The work is n · m ·
/// (columns + columnsOfPair); columnsOfPair is the fixed cost of a pair, as a number of columns. Above the limit,
/// comparing all pairs takes more than ten minutes on two cores with AVX-512: for 1,000,000 × 1,000,000 pairs, 17
/// minutes were predicted with 64 columns and 44 with 300. The limit does not depend on the load of the machine, so
/// that the same data give the same results.
inline constexpr double workToCompare = 8.7e13, columnsOfPair = 84;
/// True if a search compares all pairs, not only likely candidates. `candidates`: choice of the user (OptimizeOptions).
bool searchesExactly(double n, double m, double columns, const std::string &candidates);
bool searchesExactly(const PreparedSpace &x, const PreparedSpace &y, const std::string &candidates);

/// Rows of the given items in canonical coordinates, ignoring zero rows. If the space is distributed over MPI ranks,
/// all coordinates are gathered first. The result refers to the arguments, which must outlive it.
IvfSide canonicalSide(const PreparedSpace &space, const std::vector<ItemIndex> &items, const CanonicalMetric &metric,
                      Side side, const RunContext &context);

/// Search by an inverted file (Jégou, Douze & Schmid, TPAMI 2011): k-means on a sample of both spaces divides all items
/// into cells, and an item is compared only with the items of its nearest cells. How many cells are searched is
/// determined from a sample of items that is compared with all others.
struct IvfOptions
{
    Index sample = 1000;         ///< number of items in each sample that is compared with all items
    double targetRecall = 0.998; ///< share of sampled items whose most similar item must be in the searched cells
    std::uint64_t seed = 0;
};

struct IvfMatches
{
    CslsMatches matches;
    /// share of sampled items of Y that have the same match if they are compared with all items of X; the sample is not
    /// the one that determines nprobe
    double recall = 0;
    Index nprobe = 0; ///< number of nearest cells in which the match of an item of Y is searched
    Index nlist = 0;  ///< number of all cells
};

/// Like cslsMatches(), but compares each item only with the items of its nearest cells, also for its mean similarity r.
/// n, m ≥ 1. Time and memory grow more slowly than n · m. Bitwise identical for any number of threads. Nullopt if
/// cancelled.
std::optional<IvfMatches> ivfMatches(const IvfSide &x, const IvfSide &y, Index neighbours,
                                     const IvfOptions &options = {}, const RunContext &context = {});

/// Cost of ivfMatches(), in comparisons of two items.
struct IvfWork
{
    double cells = 0;  ///< cost of finding the centroids, which every MPI rank does by itself
    double search = 0; ///< cost of the search, which is divided among the MPI ranks

    double all() const { return cells + search; }
};
/// Cost of ivfMatches() for n and m items, if the share `share` of all cells is searched for each item. Measured with
/// 20 000 and 1 000 000 generated items of each space in 64 dimensions (ivfsearch.cpp).
IvfWork ivfWork(double n, double m, double share);
/// Share of all cells that ivfMatches() searches for an item, mean of both directions; nullopt if cancelled.
std::optional<double> ivfShare(const IvfSide &x, const IvfSide &y, const IvfOptions &options = {},
                               const RunContext &context = {});

/// Like matchLists(), but compares each item only with the items of its nearest cells. A list has no more candidates
/// than are stored per item (keptCandidates in cells.cpp). Empty if cancelled.
MatchLists ivfMatchLists(const IvfSide &x, const IvfSide &y, const std::vector<ItemIndex> &xOfY, Index neighbours,
                         Index count, const IvfOptions &options = {}, const RunContext &context = {});

} // namespace anchorscope
