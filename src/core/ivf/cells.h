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

/// A side of a search that is too large to be held: unit rows of some of its items (in that order, r columns), made
/// when they are needed. Called from several threads.
struct IvfSide
{
    Index items = 0;
    std::function<Matrix(const std::vector<ItemIndex> &)> rows;
};

std::vector<ItemIndex> itemsFrom(Index begin, Index end);

/// Queries whose rows and cells are in memory together: 150 MB at 300 columns, 20 MB at 40 cells.
inline constexpr Index queriesAtOnce = 125000;

/// Comparisons needed to find the centroids of `cells` cells.
double comparisonsOfClustering(double cells);

/// The centroids that cut two sides into cells.
class Centroids
{
public:
    /// k-means on samples of both.
    Centroids(const IvfSide &x, const IvfSide &y, Index cells, std::uint64_t seed, const RunContext &context);

    Index count() const { return m_rows.rows(); }
    /// rows × cells: the greater, the nearer.
    Matrix nearness(const Matrix &rows, const RunContext &context) const;

private:
    Matrix m_rows;
    Vector m_halfSquares;
};

/// For some items, from `first` on, the `perItem` cells nearest to each, one row each.
struct CellsOfItems
{
    Index first = 0;
    Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> cells;
};

/// None if cancelled. Shared by ranks.
std::optional<CellsOfItems> nearestCells(const IvfSide &side, Index first, Index last, const Centroids &centroids,
                                         Index perItem, const RunContext &context);
/// The items of each cell, ascending.
std::vector<std::vector<ItemIndex>> itemsOfCells(const CellsOfItems &found, Index count);

/// The nearest candidates of the items of one side.
class NearestCandidates
{
public:
    NearestCandidates(Index items, Index candidates);

    /// The nearest first.
    std::span<const Neighbour> of(Index item) const
    {
        const auto all =
            std::span(m_entries).subspan(static_cast<std::size_t>(item * m_kept), static_cast<std::size_t>(m_kept));
        return {all.begin(), std::ranges::find(all, noItem, &Neighbour::item)};
    }

    /// Some items, compared with those of one cell. Which are kept does not depend on the order of the cells.
    void compare(const IvfSide &queries, const std::vector<ItemIndex> &items, const IvfSide &candidates,
                 const std::vector<ItemIndex> &ofCell, const RunContext &context);
    /// Gathers the candidates on every rank, if each rank compared its own share of the items.
    void gather(Communicator &communicator);
    /// ½ r of every item.
    std::vector<float> penalties(Index neighbours) const;

private:
    /// Keeps a candidate if it is near enough (noItem: none); how near another one has to be at least.
    float insert(ItemIndex item, Neighbour added);

    Index m_kept;
    std::vector<Neighbour> m_entries; ///< items × retained candidates, the nearest first; noItem after the last
    std::vector<std::mutex> m_locks;  ///< one for each remainder of the item number
};

/// The nearest of the items of the `nprobe` cells nearest to each; `ofCells`: the candidates of each cell. None if
/// cancelled. Shared by ranks.
std::optional<NearestCandidates> nearestAmongCells(const IvfSide &queries, const IvfSide &candidates,
                                                   const std::vector<std::vector<ItemIndex>> &ofCells,
                                                   const Centroids &centroids, Index nprobe, const RunContext &context);

} // namespace anchorscope
