// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ivf/cells.h"

#include "core/anchors/kmeans.h"
#include "core/distributed/communicator.h"
#include "core/kernels/isa.h"
#include "core/matching/tiles.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>

namespace anchorscope {

namespace {

/// number of sampled rows for each centroid of k-means; exact centroids are not needed
constexpr Index rowsOfSample = 32;
constexpr int iterationsOfCells = 6;
/// Number of candidates stored for each item. CSLS needs the nearest 10 to compute r, the mean similarity to the item.
/// The others can still become the match, because CSLS subtracts ½ r of each candidate from its similarity.
constexpr Index keptCandidates = 16;
constexpr std::uint64_t cellStream = 0xce11;
constexpr const char *stageOfSearch = "all items";

double shareDone(Index done, Index all)
{
    return static_cast<double>(done) / static_cast<double>(all);
}

Matrix centroidsOf(const IvfSide &x, const IvfSide &y, Index cells, std::uint64_t seed, const RunContext &context)
{
    Random random(hashBits(seed, cellStream, 0, 0));
    std::vector<Matrix> parts;
    for (const IvfSide *side : {&x, &y})
        parts.push_back(side->rows(random.sample(side->items, std::min(side->items, cells * rowsOfSample / 2))));
    Matrix sample(parts[0].rows() + parts[1].rows(), parts[0].cols());
    sample << parts[0], parts[1];
    KMeansOptions clustering;
    clustering.clusters = std::min(cells, sample.rows());
    clustering.maxIterations = iterationsOfCells;
    clustering.plusPlus = false;
    return kMeans(sample, clustering, random, context).centroids;
}

} // namespace

double comparisonsOfClustering(double cells)
{
    return iterationsOfCells * rowsOfSample * cells * cells;
}

Centroids::Centroids(const IvfSide &x, const IvfSide &y, Index cells, std::uint64_t seed, const RunContext &context)
    : m_rows(centroidsOf(x, y, cells, seed, context)), m_halfSquares(0.5f * m_rows.rowwise().squaredNorm())
{
}

void Centroids::visit(const Matrix &rows, const std::function<void(const Tile &, const Vector &)> &visitor,
                      const RunContext &context) const
{
    forTiles(
        rows, m_rows, [&](const Tile &tile) { visitor(tile, m_halfSquares); }, {}, context.withoutProgress());
}

Matrix Centroids::nearness(const Matrix &rows, const RunContext &context) const
{
    Matrix values = productTransposed(rows, m_rows, context);
    values.rowwise() -= m_halfSquares.transpose();
    return values;
}

namespace {

/// The nearest cells of some rows, found tile by tile.
class NearestCells
{
public:
    NearestCells(Index rows, Index perItem) : m_scores(rows, perItem), m_cells(rows, perItem)
    {
        m_scores.setConstant(-std::numeric_limits<float>::infinity());
        m_cells.setConstant(std::numeric_limits<std::int32_t>::max());
    }

    void add(const Tile &tile, const Vector &halfSquares)
    {
        const auto less = halfSquares.segment(tile.firstColumn, tile.columns);
        Vector scores(tile.columns);
        for (Index i = 0; i < tile.rows; ++i) {
            const Index row = tile.firstRow + i, last = m_scores.cols() - 1;
            scores = Eigen::Map<const Vector>(tile.line(i), tile.columns) - less;
            if (scores.maxCoeff() < m_scores(row, last)) [[likely]]
                continue;
            for (Index k = 0; k < tile.columns; ++k) {
                if (scores[k] >= m_scores(row, last))
                    insert(row, scores[k], static_cast<std::int32_t>(tile.firstColumn + k));
            }
        }
    }

    /// Copies the cells in ascending order.
    void copyTo(std::int32_t *cells)
    {
        for (Index i = 0; i < m_cells.rows(); ++i) {
            std::ranges::sort(m_cells.row(i));
            cells = std::ranges::copy(m_cells.row(i), cells).out;
        }
    }

private:
    /// Inserts a cell in descending order of scores; of equal ones, the first cell precedes.
    void insert(Index row, float score, std::int32_t cell)
    {
        Index place = m_scores.cols();
        while (place > 0 && (score > m_scores(row, place - 1) ||
                             (score == m_scores(row, place - 1) && cell < m_cells(row, place - 1)))) {
            --place;
            if (place + 1 < m_scores.cols()) {
                m_scores(row, place + 1) = m_scores(row, place);
                m_cells(row, place + 1) = m_cells(row, place);
            }
        }
        if (place < m_scores.cols()) {
            m_scores(row, place) = score;
            m_cells(row, place) = cell;
        }
    }

    Matrix m_scores; ///< scores of the cells of each row, the greatest first
    CellMatrix m_cells;
};

} // namespace

std::optional<CellsOfItems> nearestCells(const IvfSide &side, Index first, Index last, const Centroids &centroids,
                                         Index perItem, const RunContext &context)
{
    CellsOfItems found{first, {}};
    found.cells.resize(last - first, perItem);
    Communicator *const communicator = context.communicator;
    const Share own = communicator ? ownShare(last - first, *communicator) : Share{0, last - first};
    for (Index begin = own.first; begin < own.first + own.count && !context.cancelled(); begin += rowsAtOnce) {
        const Index end = std::min(begin + rowsAtOnce, own.first + own.count);
        NearestCells nearest(end - begin, perItem);
        centroids.visit(
            side.rows(itemsFrom(first + begin, first + end)),
            [&](const Tile &tile, const Vector &halfSquares) { nearest.add(tile, halfSquares); }, context);
        nearest.copyTo(found.cells.row(begin).data());
        context.report(shareDone(end - own.first, own.count), stageOfSearch);
    }
    if (context.cancelled())
        return std::nullopt;
    if (communicator)
        allGather(*communicator, found.cells.data(), last - first, perItem);
    return found;
}

std::vector<std::vector<ItemIndex>> itemsOfCells(const CellsOfItems &found, Index count)
{
    std::vector<std::vector<ItemIndex>> items(static_cast<std::size_t>(count));
    for (Index i = 0; i < found.cells.rows(); ++i) {
        for (const std::int32_t cell : found.cells.row(i))
            items[static_cast<std::size_t>(cell)].push_back(static_cast<ItemIndex>(found.first + i));
    }
    return items;
}

NearestCandidates::NearestCandidates(Index items, Index candidates)
    : m_kept(std::min(keptCandidates, candidates)), m_entries(static_cast<std::size_t>(items * m_kept), {noItem, 0}),
      m_locks(1024)
{
}

void NearestCandidates::compare(const IvfSide &queries, const std::vector<ItemIndex> &items, const IvfSide &candidates,
                                const std::vector<ItemIndex> &ofCell, const RunContext &context)
{
    // Similarity that a candidate must reach to be stored. It rises with each compared cell.
    std::vector<float> minimum;
    for (const ItemIndex item : items)
        minimum.push_back(insert(item, {noItem, 0}));
    const auto onRows = [&](const Tile &tile) {
        thread_local std::vector<kernels::Hit> hits;
        hits.resize(std::max(hits.size(), static_cast<std::size_t>(tile.rows * tile.stride)));
        const Index found = kernels::active().reachingRows(tile.values, tile.rows, tile.columns,
                                                           minimum.data() + tile.firstRow, hits.data());
        for (Index h = 0; h < found; ++h) {
            const kernels::Hit &hit = hits[static_cast<std::size_t>(h)];
            const auto row = static_cast<std::size_t>(tile.firstRow + hit.row);
            const auto candidate = static_cast<std::size_t>(tile.firstColumn + hit.column);
            if (hit.value >= minimum[row])
                minimum[row] = insert(items[row], {ofCell[candidate], hit.value});
        }
    };
    (void)forTiles(queries.rows(items), candidates.rows(ofCell), onRows, {}, context);
}

std::vector<float> NearestCandidates::penalties(Index neighbours) const
{
    std::vector<float> penalties;
    for (Index i = 0; i * m_kept < std::ssize(m_entries); ++i) {
        const auto all = of(i);
        const auto some = all.first(std::min(all.size(), static_cast<std::size_t>(neighbours)));
        const float sum = std::accumulate(some.begin(), some.end(), 0.0f,
                                          [](float s, const Neighbour &n) { return s + n.similarity; });
        penalties.push_back(some.empty() ? 0.0f : 0.5f * sum / static_cast<float>(some.size()));
    }
    return penalties;
}

void NearestCandidates::gather(Communicator &communicator)
{
    allGather(communicator, m_entries.data(), std::ssize(m_entries) / m_kept, m_kept);
}

float NearestCandidates::insert(ItemIndex item, Neighbour added)
{
    const std::lock_guard lock(m_locks[static_cast<std::size_t>(item) % m_locks.size()]);
    const auto own =
        std::span(m_entries).subspan(static_cast<std::size_t>(item * m_kept), static_cast<std::size_t>(m_kept));
    for (auto entry = own.begin(); entry != own.end() && added.item != noItem; ++entry) {
        const bool nearer = entry->item == noItem || added.similarity > entry->similarity ||
                            (added.similarity == entry->similarity && added.item < entry->item);
        if (nearer)
            std::swap(*entry, added);
    }
    return own.back().item == noItem ? -std::numeric_limits<float>::infinity() : own.back().similarity;
}

namespace {

/// Computes the rows of consecutive items, block by block: computing them all together would need twice their memory.
Matrix rowsFrom(const IvfSide &side, Index first, Index last, const RunContext &context)
{
    Matrix rows(last - first, side.rows(itemsFrom(first, first + 1)).cols());
    (void)forBlocks(
        rows.rows(), rowsAtOnce,
        [&](Index begin, Index end) {
            rows.middleRows(begin, end - begin) = side.rows(itemsFrom(first + begin, first + end));
        },
        context);
    return rows;
}

/// Compares queries `first` … `last` − 1 with the items of the cells nearest to each query. Returns false if cancelled.
bool compareBatch(const IvfSide &queries, Index first, Index last, const IvfSide &candidates,
                  const std::vector<std::vector<ItemIndex>> &ofCells, const Centroids &centroids, Index nprobe,
                  NearestCandidates &nearest, const RunContext &context)
{
    // Rows of all queries in this batch, computed only once although each query is compared in several cells.
    const Matrix held = rowsFrom(queries, first, last, context);
    const IvfSide batch{queries.items, [&held, first](std::vector<ItemIndex> items) {
                            for (ItemIndex &item : items)
                                item -= static_cast<ItemIndex>(first);
                            return rowsOf(held, items);
                        }};
    const auto cellsOfQueries = nearestCells(batch, first, last, centroids, nprobe, context.part(0, 0.5));
    if (!cellsOfQueries)
        return false;
    const auto queriesOfCells = itemsOfCells(*cellsOfQueries, centroids.count());
    const RunContext quiet = context.withoutProgress();
    std::atomic<Index> compared{0};
    return forBlocks(
        centroids.count(), 1,
        [&](Index cell, Index) {
            const auto c = static_cast<std::size_t>(cell);
            if (!queriesOfCells[c].empty() && !ofCells[c].empty())
                nearest.compare(batch, queriesOfCells[c], candidates, ofCells[c], quiet);
            context.report(0.5 + 0.5 * shareDone(++compared, centroids.count()), stageOfSearch);
        },
        context);
}

} // namespace

std::optional<NearestCandidates> nearestAmongCells(const IvfSide &queries, const IvfSide &candidates,
                                                   const std::vector<std::vector<ItemIndex>> &ofCells,
                                                   const Centroids &centroids, Index nprobe, const RunContext &context)
{
    Communicator *const communicator = context.communicator;
    const Share own = communicator ? ownShare(queries.items, *communicator) : Share{0, queries.items};
    std::optional<NearestCandidates> nearest(std::in_place, queries.items, candidates.items);
    const RunContext ofOwn = context.withoutRanks();
    const Index end = own.first + own.count;
    for (Index first = own.first; first < end; first += queriesAtOnce) {
        const Index last = std::min(end, first + queriesAtOnce);
        const RunContext ofBatch =
            ofOwn.part(shareDone(first - own.first, own.count), shareDone(last - own.first, own.count));
        if (!compareBatch(queries, first, last, candidates, ofCells, centroids, nprobe, *nearest, ofBatch))
            return std::nullopt;
    }
    if (communicator)
        nearest->gather(*communicator);
    return nearest;
}

} // namespace anchorscope
