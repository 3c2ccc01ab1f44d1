// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/candidates/cells.h"

#include "core/anchors/kmeans.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/random.h"
#include "core/ranks/runaids.h"

#include <algorithm>
#include <numeric>

namespace anchorscope {

namespace {

constexpr Index rowsOfSample = 32; ///< for each centroid; cells need not be good, only alike on both sides
constexpr int iterationsOfCells = 6;
/// Candidates that are kept of each item besides the 10 that r needs: with ½ r taken off, another one may win.
constexpr Index keptCandidates = 16;
constexpr Index rowsAtOnce = 4096;
constexpr Index seekersAtOnce = 250000; ///< whose cells are held: at 40 cells each 100 MB
constexpr std::uint64_t cellStream = 0xce11;

Matrix centroidsOf(const ProbedSide &x, const ProbedSide &y, Index itemsOfCell, std::uint64_t seed,
                   const RunContext &context)
{
    const Index cells = std::max<Index>(1, (x.items + y.items) / itemsOfCell);
    Random random(hashBits(seed, cellStream, 0, 0));
    std::vector<Matrix> parts;
    for (const ProbedSide *side : {&x, &y})
        parts.push_back(side->rows(random.sample(side->items, std::min(side->items, cells * rowsOfSample / 2))));
    Matrix sample(parts[0].rows() + parts[1].rows(), parts[0].cols());
    sample << parts[0], parts[1];
    KMeansOptions clustering;
    clustering.clusters = std::min(cells, sample.rows());
    clustering.maxIterations = iterationsOfCells;
    return kMeans(sample, clustering, random, context).centroids;
}

} // namespace

std::vector<ItemIndex> itemsFrom(Index begin, Index end)
{
    std::vector<ItemIndex> items(static_cast<std::size_t>(end - begin));
    std::iota(items.begin(), items.end(), static_cast<ItemIndex>(begin));
    return items;
}

Centroids::Centroids(const ProbedSide &x, const ProbedSide &y, Index itemsOfCell, std::uint64_t seed,
                     const RunContext &context)
    : m_rows(centroidsOf(x, y, itemsOfCell, seed, context)), m_halfSquares(0.5f * m_rows.rowwise().squaredNorm())
{
}

Matrix Centroids::nearness(const Matrix &rows, const RunContext &context) const
{
    Matrix values = productTransposed(rows, m_rows, context);
    values.rowwise() -= m_halfSquares.transpose();
    return values;
}

std::optional<CellsOfItems> nearestCells(const ProbedSide &side, Index first, Index last, const Centroids &centroids,
                                         Index wanted, const RunContext &context)
{
    CellsOfItems found{first, {}};
    found.cells.resize(last - first, wanted);
    Communicator *const ranks = RunAids::ranks();
    const Share own = ranks ? ownShare(last - first, *ranks) : Share{0, last - first};
    const bool done = forBlocks(
        own.count, rowsAtOnce,
        [&](Index beginOfOwn, Index endOfOwn) {
            const Index begin = own.first + beginOfOwn, end = own.first + endOfOwn;
            const Matrix nearness = centroids.nearness(side.rows(itemsFrom(first + begin, first + end)), context);
            std::vector<std::int32_t> order(static_cast<std::size_t>(centroids.count()));
            for (Index i = begin; i < end && !context.cancelled(); ++i) {
                std::iota(order.begin(), order.end(), 0);
                std::ranges::nth_element(order, order.begin() + (wanted - 1), [&](std::int32_t a, std::int32_t b) {
                    const float ofA = nearness(i - begin, a), ofB = nearness(i - begin, b);
                    return ofA > ofB || (ofA == ofB && a < b);
                });
                std::ranges::sort(order.begin(), order.begin() + wanted);
                std::copy_n(order.begin(), wanted, found.cells.row(i).data());
            }
        },
        context);
    if (done && ranks)
        gatherShares(*ranks, found.cells.data(), last - first, wanted);
    return done ? std::optional(std::move(found)) : std::nullopt;
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

void NearestCandidates::compare(const ProbedSide &seekers, const std::vector<ItemIndex> &items,
                                const ProbedSide &candidates, const std::vector<ItemIndex> &ofCell,
                                const RunContext &context)
{
    NearestLists lists(std::ssize(items), std::min<Index>(m_kept, std::ssize(ofCell)), {});
    if (!forTiles(
            seekers.rows(items), candidates.rows(ofCell), [&](const Tile &tile) { lists.addRows(tile); }, {}, context))
        return;
    lists.finish();
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::lock_guard lock(m_locks[static_cast<std::size_t>(items[i]) % m_locks.size()]);
        for (const Neighbour &each : lists.of(static_cast<Index>(i)))
            insert(items[i], {ofCell[static_cast<std::size_t>(each.item)], each.similarity});
    }
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

void NearestCandidates::gather(Communicator &ranks)
{
    const std::vector<Neighbour> own = m_entries;
    for (int rank = 0; rank < ranks.size(); ++rank) {
        std::vector<Neighbour> ofRank = own;
        bringFrom(rank, ranks, ofRank.data(), std::ssize(ofRank));
        for (std::size_t i = 0; rank != ranks.rank() && i < ofRank.size(); ++i) {
            if (ofRank[i].item != noItem)
                insert(static_cast<ItemIndex>(static_cast<Index>(i) / m_kept), ofRank[i]);
        }
    }
}

void NearestCandidates::insert(ItemIndex item, Neighbour added)
{
    const auto own =
        std::span(m_entries).subspan(static_cast<std::size_t>(item * m_kept), static_cast<std::size_t>(m_kept));
    for (Neighbour &entry : own) {
        const bool nearer = entry.item == noItem || added.similarity > entry.similarity ||
                            (added.similarity == entry.similarity && added.item < entry.item);
        if (nearer)
            std::swap(entry, added);
        if (added.item == noItem)
            return;
    }
}

std::optional<NearestCandidates> nearestAmongCells(const ProbedSide &seekers, const ProbedSide &candidates,
                                                   const std::vector<std::vector<ItemIndex>> &ofCells,
                                                   const Centroids &centroids, Index probes, const RunContext &context)
{
    const RunContext quiet{context.control, {}, context.deadline};
    Communicator *const ranks = RunAids::ranks();
    // Dealt out in turn, as cells near each other are of one size.
    const auto isOwn = [&](Index cell) { return !ranks || cell % ranks->size() == ranks->rank(); };
    std::optional<NearestCandidates> nearest(std::in_place, seekers.items, candidates.items);
    for (Index first = 0; first < seekers.items; first += seekersAtOnce) {
        const Index last = std::min(seekers.items, first + seekersAtOnce);
        const auto cellsOfSeekers = nearestCells(seekers, first, last, centroids, probes, quiet);
        if (!cellsOfSeekers)
            return std::nullopt;
        const auto seekersOfCells = itemsOfCells(*cellsOfSeekers, centroids.count());
        const bool complete = forBlocks(
            centroids.count(), 1,
            [&](Index cell, Index) {
                const auto c = static_cast<std::size_t>(cell);
                if (isOwn(cell) && !seekersOfCells[c].empty() && !ofCells[c].empty())
                    nearest->compare(seekers, seekersOfCells[c], candidates, ofCells[c], quiet);
            },
            quiet);
        if (!complete)
            return std::nullopt;
        context.report(static_cast<double>(last) / static_cast<double>(seekers.items), "all items");
    }
    if (ranks)
        nearest->gather(*ranks);
    return nearest;
}

} // namespace anchorscope
