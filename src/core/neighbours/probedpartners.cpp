// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/probedpartners.h"

#include "core/anchors/kmeans.h"
#include "core/neighbours/neighbours.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/random.h"
#include "core/ranks/runaids.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
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

Matrix centroidsOf(const ProbedSide &x, const ProbedSide &y, const ProbeOptions &options, const RunContext &context)
{
    const Index cells = std::max<Index>(1, (x.items + y.items) / options.itemsOfCell);
    Random random(hashBits(options.seed, cellStream, 0, 0));
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

std::vector<ItemIndex> itemsFrom(Index begin, Index end)
{
    std::vector<ItemIndex> items(static_cast<std::size_t>(end - begin));
    std::iota(items.begin(), items.end(), static_cast<ItemIndex>(begin));
    return items;
}

/// The centroids that cut both sides into cells.
class Centroids
{
public:
    explicit Centroids(Matrix centroids)
        : m_rows(std::move(centroids)), m_halfSquares(0.5f * m_rows.rowwise().squaredNorm())
    {
    }

    Index count() const { return m_rows.rows(); }
    /// rows × cells: the greater, the nearer.
    Matrix nearness(const Matrix &rows, const RunContext &context) const
    {
        Matrix values = productTransposed(rows, m_rows, context);
        values.rowwise() -= m_halfSquares.transpose();
        return values;
    }

private:
    Matrix m_rows;
    Vector m_halfSquares;
};

/// For some items, from `first` on, the `wanted` cells nearest to each, one row each.
struct CellsOfItems
{
    Index first = 0;
    Eigen::Matrix<std::int32_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> cells;
};

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

/// The items of each cell, ascending.
std::vector<std::vector<ItemIndex>> itemsOfCells(const CellsOfItems &found, Index count)
{
    std::vector<std::vector<ItemIndex>> items(static_cast<std::size_t>(count));
    for (Index i = 0; i < found.cells.rows(); ++i) {
        for (const std::int32_t cell : found.cells.row(i))
            items[static_cast<std::size_t>(cell)].push_back(static_cast<ItemIndex>(found.first + i));
    }
    return items;
}

/// The nearest candidates of the items of one side.
class Nearest
{
public:
    Nearest(Index items, Index candidates)
        : m_kept(std::min(keptCandidates, candidates)),
          m_entries(static_cast<std::size_t>(items * m_kept), {noItem, 0}), m_locks(1024)
    {
    }

    std::span<const Neighbour> of(Index item) const
    {
        const auto all =
            std::span(m_entries).subspan(static_cast<std::size_t>(item * m_kept), static_cast<std::size_t>(m_kept));
        return {all.begin(), std::ranges::find(all, noItem, &Neighbour::item)};
    }

    /// Some items, compared with those of one cell. Which are kept does not depend on the order of the cells.
    void compare(const ProbedSide &seekers, const std::vector<ItemIndex> &items, const ProbedSide &candidates,
                 const std::vector<ItemIndex> &ofCell, const RunContext &context)
    {
        NearestLists lists(std::ssize(items), std::min<Index>(m_kept, std::ssize(ofCell)), {});
        if (!forTiles(
                seekers.rows(items), candidates.rows(ofCell), [&](const Tile &tile) { lists.addRows(tile); }, {},
                context))
            return;
        lists.finish();
        for (std::size_t i = 0; i < items.size(); ++i) {
            const std::lock_guard lock(m_locks[static_cast<std::size_t>(items[i]) % m_locks.size()]);
            for (const Neighbour &each : lists.of(static_cast<Index>(i)))
                insert(items[i], {ofCell[static_cast<std::size_t>(each.item)], each.similarity});
        }
    }

    /// ½ r of every item.
    std::vector<float> penalties(Index neighbours) const
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

    /// Of ranks that have compared items with some cells each.
    void gather(Communicator &ranks)
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

private:
    void insert(ItemIndex item, Neighbour added)
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

    Index m_kept;
    std::vector<Neighbour> m_entries; ///< items × kept, the nearest first; noItem where there are fewer
    std::vector<std::mutex> m_locks;  ///< of items, by their remainder
};

std::optional<Nearest> nearestAmongCells(const ProbedSide &seekers, const ProbedSide &candidates,
                                         const std::vector<std::vector<ItemIndex>> &ofCells, const Centroids &centroids,
                                         Index probes, const RunContext &context)
{
    const RunContext quiet{context.control, {}, context.deadline};
    Communicator *const ranks = RunAids::ranks();
    // Dealt out in turn, as cells near each other are of one size.
    const auto isOwn = [&](Index cell) { return !ranks || cell % ranks->size() == ranks->rank(); };
    std::optional<Nearest> nearest(std::in_place, seekers.items, candidates.items);
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

std::vector<ItemIndex> bestOf(const Nearest &nearest, Index items, const std::vector<float> &penalties)
{
    std::vector<ItemIndex> partners;
    for (Index i = 0; i < items; ++i) {
        const auto value = [&](const Neighbour &each) {
            return each.similarity - penalties[static_cast<std::size_t>(each.item)];
        };
        const auto all = nearest.of(i);
        const auto best = std::ranges::max_element(all, {}, value); // of equals the first: the most similar one
        partners.push_back(best == all.end() ? noItem : best->item);
    }
    return partners;
}

/// The best of all candidates for each of a few queries, which costs one pass over all of them.
std::optional<std::vector<ItemIndex>> bestOfAll(const Matrix &queries, const ProbedSide &candidates,
                                                const std::vector<float> &penalties, const RunContext &context)
{
    struct Best
    {
        float value = -std::numeric_limits<float>::infinity();
        ItemIndex item = noItem;
    };
    Communicator *const ranks = RunAids::ranks();
    const Share own = ranks ? ownShare(candidates.items, *ranks) : Share{0, candidates.items};
    const auto ofBlocks = mapBlocks(
        own.count, rowsAtOnce,
        [&](Index beginOfOwn, Index endOfOwn) {
            const Index begin = own.first + beginOfOwn, end = own.first + endOfOwn;
            const Matrix products = productTransposed(queries, candidates.rows(itemsFrom(begin, end)), context);
            std::vector<Best> best(static_cast<std::size_t>(queries.rows()));
            for (Index q = 0; q < queries.rows() && !context.cancelled(); ++q) {
                Best &greatest = best[static_cast<std::size_t>(q)];
                for (Index j = begin; j < end; ++j) {
                    const float value = products(q, j - begin) - penalties[static_cast<std::size_t>(j)];
                    if (value > greatest.value)
                        greatest = {value, static_cast<ItemIndex>(j)};
                }
            }
            return best;
        },
        context);
    if (!ofBlocks)
        return std::nullopt;
    // Of equals the first item.
    const auto bestOf = [&](const std::vector<std::vector<Best>> &parts) {
        std::vector<Best> best(static_cast<std::size_t>(queries.rows()));
        for (const std::vector<Best> &part : parts) {
            for (std::size_t q = 0; q < best.size(); ++q)
                best[q] = part[q].value > best[q].value ? part[q] : best[q];
        }
        return best;
    };
    std::vector<Best> best = bestOf(*ofBlocks);
    if (ranks) {
        std::vector<std::vector<Best>> ofRanks(static_cast<std::size_t>(ranks->size()), best);
        for (int rank = 0; rank < ranks->size(); ++rank)
            bringFrom(rank, *ranks, ofRanks[static_cast<std::size_t>(rank)].data(), queries.rows());
        best = bestOf(ofRanks);
    }
    std::vector<ItemIndex> partners;
    std::ranges::transform(best, std::back_inserter(partners), &Best::item);
    return partners;
}

/// How many cells an item has to be compared with to find its most similar item, by a sample of one side.
std::optional<Index> probesFor(const ProbedSide &seekers, const ProbedSide &candidates,
                               const CellsOfItems &cellOfCandidate, const Centroids &centroids,
                               const ProbeOptions &options, Random &random, const RunContext &context)
{
    const Matrix rows = seekers.rows(random.sample(seekers.items, std::min(seekers.items, options.sample)));
    const std::vector<float> none(static_cast<std::size_t>(candidates.items));
    const auto best = bestOfAll(rows, candidates, none, context);
    if (!best)
        return std::nullopt;
    const Matrix nearness = centroids.nearness(rows, context);
    std::vector<Index> places; // of the cell that holds it, among all cells of the item
    for (Index q = 0; q < rows.rows(); ++q) {
        const std::int32_t cell = cellOfCandidate.cells((*best)[static_cast<std::size_t>(q)], 0);
        places.push_back((nearness.row(q).array() > nearness(q, cell)).count());
    }
    std::ranges::sort(places);
    const auto last = static_cast<std::size_t>(std::ceil(options.wanted * static_cast<double>(places.size()))) - 1;
    return std::min(centroids.count(), places[std::min(last, places.size() - 1)] + 1);
}

/// Share of a sample of Y whose partner the exact search confirms.
std::optional<double> recallOf(const std::vector<ItemIndex> &xOfY, const ProbedSide &x, const ProbedSide &y,
                               const std::vector<float> &penaltiesOfX, const ProbeOptions &options, Random &random,
                               const RunContext &context)
{
    const std::vector<ItemIndex> queries = random.sample(y.items, std::min(y.items, options.sample));
    const auto exact = bestOfAll(y.rows(queries), x, penaltiesOfX, context);
    if (!exact)
        return std::nullopt;
    Index same = 0;
    for (std::size_t q = 0; q < queries.size(); ++q)
        same += (*exact)[q] == xOfY[static_cast<std::size_t>(queries[q])];
    return static_cast<double>(same) / static_cast<double>(queries.size());
}

} // namespace

std::optional<ProbedPartners> probedPartners(const ProbedSide &x, const ProbedSide &y, Index neighbours,
                                             const ProbeOptions &options, const RunContext &context)
{
    const RunContext quiet{context.control, {}, context.deadline};
    Random random(hashBits(options.seed, cellStream, 1, 0));
    const Centroids centroids(centroidsOf(x, y, options, quiet));
    const auto cellOfX = context.cancelled() ? std::nullopt : nearestCells(x, 0, x.items, centroids, 1, quiet);
    const auto cellOfY = cellOfX ? nearestCells(y, 0, y.items, centroids, 1, quiet) : std::nullopt;
    if (!cellOfY)
        return std::nullopt;
    const auto probesOfX = probesFor(x, y, *cellOfY, centroids, options, random, quiet);
    const auto probesOfY = probesOfX ? probesFor(y, x, *cellOfX, centroids, options, random, quiet) : std::nullopt;
    if (!probesOfY)
        return std::nullopt;
    const auto ofX = nearestAmongCells(x, y, itemsOfCells(*cellOfY, centroids.count()), centroids, *probesOfX,
                                       context.part(0.2, 0.5));
    const auto ofY = ofX ? nearestAmongCells(y, x, itemsOfCells(*cellOfX, centroids.count()), centroids, *probesOfY,
                                             context.part(0.5, 0.9))
                         : std::nullopt;
    if (!ofY || context.cancelled())
        return std::nullopt;
    const std::vector<float> penaltiesOfX = ofX->penalties(neighbours), penaltiesOfY = ofY->penalties(neighbours);
    ProbedPartners found{{bestOf(*ofX, x.items, penaltiesOfY), bestOf(*ofY, y.items, penaltiesOfX)}};
    found.cells = centroids.count();
    found.cellsOfX = *probesOfY;
    const auto recall = recallOf(found.partners.xOfY, x, y, penaltiesOfX, options, random, quiet);
    if (!recall)
        return std::nullopt;
    found.recall = *recall;
    return found;
}

} // namespace anchorscope
