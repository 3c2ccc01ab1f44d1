// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matching/tiles.h"
#include "core/neighbours/neighbours.h"
#include "core/runcontext.h"

#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace anchorscope {

/// Space in an approximate search among items that are too many to hold all rows in memory. `rows` computes the unit
/// rows of given items, in their order; it is called from several threads.
struct IvfSide
{
    Index items = 0;
    std::function<Matrix(const std::vector<ItemIndex> &)> rows;
};

/// Number of rows that are computed at a time, to be compared with all centroids or with a sample of queries.
inline constexpr Index rowsAtOnce = 16384;

/// Maximum number of queries in memory together. Their rows take 150 MB with 300 columns, and their lists of cells 20
/// MB with 40 cells per query.
inline constexpr Index queriesAtOnce = 125000;

/// Returns how often k-means compares a row with a centroid to find the centroids of `cells` cells.
double comparisonsOfClustering(double cells);

/// Centroids of cells (clusters of items). Each item of both spaces belongs to the cell of its nearest centroid.
class Centroids
{
public:
    /// Finds the centroids by k-means on samples of both spaces.
    Centroids(const IvfSide &x, const IvfSide &y, Index cells, std::uint64_t seed, const RunContext &context);

    Index count() const { return m_rows.rows(); }
    /// Returns a score for each pair of row and cell (rows × cells); a greater score means that the centroid is nearer.
    Matrix nearness(const Matrix &rows, const RunContext &context) const;
    /// Passes the tiles of rows · centroidsᵀ and half the squared norms of all centroids to a visitor, as forTiles()
    /// does for onRows. A product less the half square of its centroid is the score of nearness().
    void visit(const Matrix &rows, const std::function<void(const Tile &, const Vector &)> &visitor,
               const RunContext &context) const;

private:
    Matrix m_rows;
    Vector m_halfSquares;
};

using CellMatrix = Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Cells nearest to consecutive items; row i contains those of item `first` + i.
struct CellsOfItems
{
    Index first = 0;
    CellMatrix cells;
};

/// Finds the `perItem` nearest cells of items `first` … `last` − 1, on all MPI ranks. Returns nullopt if cancelled.
std::optional<CellsOfItems> nearestCells(const IvfSide &side, Index first, Index last, const Centroids &centroids,
                                         Index perItem, const RunContext &context);
/// Returns the items of each of `count` cells, in ascending order.
std::vector<std::vector<ItemIndex>> itemsOfCells(const CellsOfItems &found, Index count);

/// Lists of the most similar candidates found so far for each item of one space, among the items of the other space.
class NearestCandidates
{
public:
    NearestCandidates(Index items, Index candidates);

    /// Candidates of an item, the nearest first.
    std::span<const Neighbour> of(Index item) const
    {
        const auto all =
            std::span(m_entries).subspan(static_cast<std::size_t>(item * m_kept), static_cast<std::size_t>(m_kept));
        return {all.begin(), std::ranges::find(all, noItem, &Neighbour::item)};
    }

    /// Compares the queries `items` with the items of one cell. The result does not depend on the order of cells.
    void compare(const IvfSide &queries, const std::vector<ItemIndex> &items, const IvfSide &candidates,
                 const std::vector<ItemIndex> &ofCell, const RunContext &context);
    /// Gathers the candidates on every MPI rank, after each rank compared its own range of queries.
    void gather(Communicator &communicator);
    /// Returns ½ r for every item; r is its mean similarity to its `neighbours` nearest candidates.
    std::vector<float> penalties(Index neighbours) const;

private:
    /// Inserts a candidate into the list of `item` if it is near enough; noItem as candidate inserts nothing. Returns
    /// the similarity of the list's last candidate if the list is full, otherwise −∞.
    float insert(ItemIndex item, Neighbour added);

    Index m_kept;
    std::vector<Neighbour> m_entries; ///< candidates of each item, nearest first; noItem in unused entries
    std::vector<std::mutex> m_locks;  ///< locks of the lists: the list of item i has lock i modulo the number of locks
};

/// Finds the nearest candidates of each query among the items of its `nprobe` nearest cells; `ofCells`: candidates of
/// each cell. MPI ranks share the work. Returns nullopt if cancelled.
std::optional<NearestCandidates> nearestAmongCells(const IvfSide &queries, const IvfSide &candidates,
                                                   const std::vector<std::vector<ItemIndex>> &ofCells,
                                                   const Centroids &centroids, Index nprobe, const RunContext &context);

} // namespace anchorscope
