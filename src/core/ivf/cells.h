// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"
#include "core/runcontext.h"

#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace anchorscope {

/// One side of a search that is too large for memory: computes unit rows of some of its items (in that order, r
/// columns) on demand. Called from several threads.
struct IvfSide
{
    Index items = 0;
    std::function<Matrix(const std::vector<ItemIndex> &)> rows;
};

std::vector<ItemIndex> itemsFrom(Index begin, Index end);

/// Maximum number of queries whose rows and cells are in memory together: 150 MB at 300 columns, 20 MB at 40 cells.
inline constexpr Index queriesAtOnce = 125000;

/// Number of comparisons needed to find the centroids of `cells` cells.
double comparisonsOfClustering(double cells);

/// Centroids that divide both sides into cells.
class Centroids
{
public:
    /// Finds the centroids by k-means on samples of both sides.
    Centroids(const IvfSide &x, const IvfSide &y, Index cells, std::uint64_t seed, const RunContext &context);

    Index count() const { return m_rows.rows(); }
    /// Scores of rows against cells (rows × cells): greater means nearer.
    Matrix nearness(const Matrix &rows, const RunContext &context) const;

private:
    Matrix m_rows;
    Vector m_halfSquares;
};

/// Cells nearest to each item from `first` on: `perItem` cells, one row each.
struct CellsOfItems
{
    Index first = 0;
    Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> cells;
};

/// Assigns all items to their nearest cells. None if cancelled. Ranks share the work.
std::optional<CellsOfItems> nearestCells(const IvfSide &side, Index first, Index last, const Centroids &centroids,
                                         Index perItem, const RunContext &context);
/// Items of each cell, ascending.
std::vector<std::vector<ItemIndex>> itemsOfCells(const CellsOfItems &found, Index count);

/// The nearest candidates of the items of one side.
class NearestCandidates
{
public:
    NearestCandidates(Index items, Index candidates);

    /// Candidates found for an item, the nearest first.
    std::span<const Neighbour> of(Index item) const
    {
        const auto all =
            std::span(m_entries).subspan(static_cast<std::size_t>(item * m_kept), static_cast<std::size_t>(m_kept));
        return {all.begin(), std::ranges::find(all, noItem, &Neighbour::item)};
    }

    /// Compares some queries with the items of one cell. The retained candidates do not depend on the order of the
    /// cells.
    void compare(const IvfSide &queries, const std::vector<ItemIndex> &items, const IvfSide &candidates,
                 const std::vector<ItemIndex> &ofCell, const RunContext &context);
    /// Gathers the candidates on every rank, if each rank compared its own share of the items.
    void gather(Communicator &communicator);
    /// Half of r for every item, r being its mean similarity to its nearest candidates.
    std::vector<float> penalties(Index neighbours) const;

private:
    /// Inserts a candidate if it is near enough (noItem: none). Returns the similarity that another one must exceed.
    float insert(ItemIndex item, Neighbour added);

    Index m_kept;
    std::vector<Neighbour> m_entries; ///< candidates, items × retained, the nearest first; noItem after the last
    std::vector<std::mutex> m_locks;  ///< one lock for each remainder of the item number
};

/// Finds the nearest items in the `nprobe` cells nearest to each item; `ofCells`: the candidates of each cell. None if
/// cancelled. Ranks share the work.
std::optional<NearestCandidates> nearestAmongCells(const IvfSide &queries, const IvfSide &candidates,
                                                   const std::vector<std::vector<ItemIndex>> &ofCells,
                                                   const Centroids &centroids, Index nprobe, const RunContext &context);

} // namespace anchorscope
