// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ivf/ivfsearch.h"

#include "core/distributed/communicator.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/random.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

constexpr Index blockRows = 4096;
constexpr std::uint64_t sampleStream = 0xce11;

std::vector<ItemIndex> bestOf(const NearestCandidates &nearest, Index items, const std::vector<float> &penalties)
{
    std::vector<ItemIndex> matches;
    for (Index i = 0; i < items; ++i) {
        const auto value = [&](const Neighbour &each) {
            return each.similarity - penalties[static_cast<std::size_t>(each.item)];
        };
        const auto all = nearest.of(i);
        // lists are sorted by similarity, so of equal values (similarity − penalty) the most similar candidate wins
        const auto best = std::ranges::max_element(all, {}, value);
        matches.push_back(best == all.end() ? noItem : best->item);
    }
    return matches;
}

/// Best candidate of a query, with its value (similarity − ½ r of the candidate).
struct Best
{
    float value = -std::numeric_limits<float>::infinity();
    ItemIndex item = noItem;
};

/// Best candidate of each query, given the best of each range of candidates; a tie goes to the first range.
std::vector<Best> bestOfParts(const std::vector<std::vector<Best>> &parts, std::size_t queries)
{
    std::vector<Best> best(queries);
    for (const std::vector<Best> &part : parts) {
        for (std::size_t q = 0; q < queries; ++q)
            best[q] = part[q].value > best[q].value ? part[q] : best[q];
    }
    return best;
}

/// Best candidate of each query. Of equally similar ones, the first.
class BestCandidates
{
public:
    explicit BestCandidates(std::size_t queries)
        : m_best(queries),
          m_values(Eigen::RowVectorXf::Constant(static_cast<Index>(queries), -std::numeric_limits<float>::infinity()))
    {
    }

    /// Compares the queries, which are the columns of a tile, with candidates, whose items begin at `first`.
    void add(const Tile &tile, Index first, const std::vector<float> &penalties)
    {
        auto least = m_values.segment(tile.firstColumn, tile.columns).array();
        for (Index i = 0; i < tile.rows; ++i) {
            const Index item = first + tile.firstRow + i;
            const float penalty = penalties[static_cast<std::size_t>(item)];
            const Eigen::Map<const Eigen::Array<float, 1, Eigen::Dynamic>> values(tile.line(i), tile.columns);
            if ((values - penalty - least).maxCoeff() < 0) [[likely]]
                continue;
            for (Index k = 0; k < tile.columns; ++k) {
                Best &best = m_best[static_cast<std::size_t>(tile.firstColumn + k)];
                const float value = values[k] - penalty;
                if (value > best.value || (value == best.value && item < best.item)) {
                    best = {value, static_cast<ItemIndex>(item)};
                    least[k] = value;
                }
            }
        }
    }

    std::vector<Best> take() { return std::move(m_best); }

private:
    std::vector<Best> m_best;
    Eigen::RowVectorXf m_values; ///< similarities of the best candidates
};

/// Computes the rows of the candidates block by block.
std::optional<std::vector<ItemIndex>> bestOfAll(const Matrix &queries, const IvfSide &candidates,
                                                const std::vector<float> &penalties, const RunContext &context)
{
    Communicator *const communicator = context.communicator;
    const Share own = communicator ? ownShare(candidates.items, *communicator) : Share{0, candidates.items};
    const Index last = own.first + own.count;
    BestCandidates found(static_cast<std::size_t>(queries.rows()));
    for (Index begin = own.first; begin < last && !context.cancelled(); begin += rowsAtOnce) {
        const auto onQueries = [&](const Tile &tile) { found.add(tile, begin, penalties); };
        forTiles(candidates.rows(itemsFrom(begin, std::min(begin + rowsAtOnce, last))), queries, {}, onQueries,
                 context.withoutProgress());
    }
    if (context.cancelled())
        return std::nullopt;
    std::vector<Best> best = found.take();
    if (communicator) {
        std::vector<std::vector<Best>> ofRanks(static_cast<std::size_t>(communicator->size()), best);
        for (int rank = 0; rank < communicator->size(); ++rank)
            broadcastFrom(rank, *communicator, ofRanks[static_cast<std::size_t>(rank)].data(), queries.rows());
        best = bestOfParts(ofRanks, best.size());
    }
    std::vector<ItemIndex> matches;
    std::ranges::transform(best, std::back_inserter(matches), &Best::item);
    return matches;
}

/// Maximum number of searched cells, as a multiple of the number that suffices for 99 % (usualShare) of the sampled
/// items. Without this limit, a few sampled items could determine the number for all.
constexpr Index maxOfUsual = 4;
constexpr double usualShare = 0.99;

/// Estimates from a sample how many of a query's nearest cells must be searched to find its most similar candidate.
std::optional<Index> nprobeFor(const IvfSide &queries, const IvfSide &candidates, const Centroids &centroids,
                               const IvfOptions &options, Random &random, const RunContext &context)
{
    const Matrix rows = queries.rows(random.sample(queries.items, std::min(queries.items, options.sample)));
    const std::vector<float> none(static_cast<std::size_t>(candidates.items));
    const auto best = bestOfAll(rows, candidates, none, context);
    if (!best)
        return std::nullopt;
    const Matrix nearness = centroids.nearness(rows, context);
    const Matrix ofBest = centroids.nearness(candidates.rows(*best), context);
    // number of cells nearer to each query than the cell of its most similar candidate
    std::vector<Index> places;
    for (Index q = 0; q < rows.rows(); ++q) {
        Index cell = 0;
        ofBest.row(q).maxCoeff(&cell);
        places.push_back((nearness.row(q).array() > nearness(q, cell)).count());
    }
    std::ranges::sort(places);
    const auto placeOfShare = [&](double share) {
        const auto last = static_cast<std::size_t>(std::ceil(share * static_cast<double>(places.size()))) - 1;
        return places[std::min(last, places.size() - 1)] + 1;
    };
    return std::min({centroids.count(), placeOfShare(options.targetRecall), maxOfUsual * placeOfShare(usualShare)});
}

/// Centroids of all cells, and numbers of nearest cells to search for the match of an item of X (ofX) and of Y (ofY).
struct Probes
{
    Centroids centroids;
    Index ofX = 0, ofY = 0;
};

/// Number of cells, 4 · √((n + m) / 2). With fewer, each holds more items to compare; with more, finding the nearest
/// takes longer. 1 000 000 items with 300 columns took 513 s of processor time with 2 · √n cells, 428 s with 4 · √n.
Index nlistFor(Index n, Index m)
{
    const double mean = 0.5 * static_cast<double>(n + m);
    return std::max<Index>(1, std::lround(4 * std::sqrt(mean)));
}

std::optional<Probes> findProbes(const IvfSide &x, const IvfSide &y, const IvfOptions &options, Random &random,
                                 const RunContext &context)
{
    Probes probes{Centroids(x, y, nlistFor(x.items, y.items), options.seed, context)};
    const auto ofX = context.cancelled() ? std::nullopt : nprobeFor(x, y, probes.centroids, options, random, context);
    const auto ofY = ofX ? nprobeFor(y, x, probes.centroids, options, random, context) : std::nullopt;
    if (!ofY)
        return std::nullopt;
    probes.ofX = *ofX;
    probes.ofY = *ofY;
    return probes;
}

/// Returns the share of sampled items of Y whose match in `xOfY` is also found by comparison with all items of X.
std::optional<double> recallOf(const std::vector<ItemIndex> &xOfY, const IvfSide &x, const IvfSide &y,
                               const std::vector<float> &penaltiesOfX, const IvfOptions &options, Random &random,
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

struct Searched
{
    NearestCandidates ofX, ofY;
    /// penalty ½ r of each item, which CSLS subtracts from its similarities
    std::vector<float> penaltiesOfX, penaltiesOfY;
    Index nlist, nprobe; ///< number of all cells, and of those searched for the match of an item of Y
};

std::optional<Searched> search(const IvfSide &x, const IvfSide &y, Index neighbours, const IvfOptions &options,
                               Random &random, const RunContext &context)
{
    const auto probes = findProbes(x, y, options, random, context.part(0, 0.2));
    if (!probes)
        return std::nullopt;
    const Centroids &centroids = probes->centroids;
    const auto cellOfX = nearestCells(x, 0, x.items, centroids, 1, context.part(0.2, 0.3));
    const auto cellOfY = cellOfX ? nearestCells(y, 0, y.items, centroids, 1, context.part(0.3, 0.4)) : std::nullopt;
    if (!cellOfY)
        return std::nullopt;
    auto ofX = nearestAmongCells(x, y, itemsOfCells(*cellOfY, centroids.count()), centroids, probes->ofX,
                                 context.part(0.4, 0.65));
    auto ofY = ofX ? nearestAmongCells(y, x, itemsOfCells(*cellOfX, centroids.count()), centroids, probes->ofY,
                                       context.part(0.65, 0.9))
                   : std::nullopt;
    if (!ofY || context.cancelled())
        return std::nullopt;
    std::vector<float> penaltiesOfX = ofX->penalties(neighbours), penaltiesOfY = ofY->penalties(neighbours);
    return Searched{std::move(*ofX),         std::move(*ofY),   std::move(penaltiesOfX),
                    std::move(penaltiesOfY), centroids.count(), probes->ofY};
}

std::vector<float> givenSimilarities(const IvfSide &x, const IvfSide &y, const std::vector<ItemIndex> &xOfY,
                                     const RunContext &context)
{
    std::vector<float> similarities(xOfY.size());
    forBlocks(
        y.items, blockRows,
        [&](Index begin, Index end) {
            std::vector<ItemIndex> places, matches;
            for (Index j = begin; j < end; ++j) {
                const ItemIndex match = xOfY[static_cast<std::size_t>(j)];
                places.push_back(match == noItem ? noItem : static_cast<ItemIndex>(matches.size()));
                if (match != noItem)
                    matches.push_back(match);
            }
            if (matches.empty())
                return;
            const auto known = targetSimilarities(y.rows(itemsFrom(begin, end)), x.rows(matches), places, context);
            std::ranges::copy(known, similarities.begin() + begin);
        },
        context);
    return similarities;
}

} // namespace

bool searchesExactly(double n, double m, double columns, const std::string &candidates)
{
    const double work = n * m * (std::min<double>(columns, maxCanonicalDimension) + columnsOfPair);
    return candidates == "exact" || (candidates == "auto" && work <= workToCompare);
}

bool searchesExactly(const PreparedSpace &x, const PreparedSpace &y, const std::string &candidates)
{
    return searchesExactly(static_cast<double>(x.size()), static_cast<double>(y.size()),
                           static_cast<double>(std::min(x.dimension(), y.dimension())), candidates);
}

IvfSide canonicalSide(const PreparedSpace &space, const std::vector<ItemIndex> &items, const CanonicalMetric &metric,
                      Side side, const RunContext &context)
{
    // all MPI ranks must take part in gathering the rows, so they are gathered here, not later in a parallel loop
    if (space.distributed) {
        const DistributedRows own = shareOfRows(space, items, context);
        const auto all = std::make_shared<const Matrix>(
            gathered({canonicalCoordinates(own.own, metric, side, context), own.items, own.communicator}));
        return {std::ssize(items), [all](const std::vector<ItemIndex> &places) { return rowsOf(*all, places); }};
    }
    return {std::ssize(items), [&, side](const std::vector<ItemIndex> &places) {
                return canonicalCoordinates(rowsOf(space, elementsAt(items, places), context), metric, side, context);
            }};
}

IvfWork ivfWork(double n, double m, double share)
{
    // Costs in units of one comparison of two items (1.03 ns with 64 columns). ofClustering: one comparison of k-means.
    // ofSample: one comparison of a sampled item with another. ofCell: one comparison of an item with a centroid.
    // ofLook: one item and one searched cell. ofItem: the first entries of an item's list. For 20,000 items 0.75 s were
    // predicted and 0.63 s measured (62 of 566 cells searched in one direction, 82 in the other); for 1,000,000 items
    // 39 s were predicted and 37 s measured (7 and 3 of 4,000 cells).
    constexpr double ofClustering = 1.5, ofSample = 1.3, ofCell = 1.3, ofLook = 100, ofItem = 3000;
    constexpr double passes = 2;
    const auto samples = 3 * static_cast<double>(IvfOptions().sample);
    const auto cells = static_cast<double>(nlistFor(static_cast<Index>(n), static_cast<Index>(m)));
    return {ofClustering * comparisonsOfClustering(cells), ofSample * samples * (n + m) / 2 +
                                                               (n + m) * (passes * ofCell * cells + ofItem) +
                                                               share * (2 * n * m + ofLook * cells * (n + m))};
}

std::optional<double> ivfShare(const IvfSide &x, const IvfSide &y, const IvfOptions &options, const RunContext &context)
{
    Random random(hashBits(options.seed, sampleStream, 1, 0));
    const auto probes = findProbes(x, y, options, random, context);
    return probes ? std::optional(0.5 * static_cast<double>(probes->ofX + probes->ofY) /
                                  static_cast<double>(probes->centroids.count()))
                  : std::nullopt;
}

std::optional<IvfMatches> ivfMatches(const IvfSide &x, const IvfSide &y, Index neighbours, const IvfOptions &options,
                                     const RunContext &context)
{
    Random random(hashBits(options.seed, sampleStream, 1, 0));
    const auto searched = search(x, y, neighbours, options, random, context);
    if (!searched)
        return std::nullopt;
    IvfMatches found{{bestOf(searched->ofX, x.items, searched->penaltiesOfY),
                      bestOf(searched->ofY, y.items, searched->penaltiesOfX)}};
    found.nlist = searched->nlist;
    found.nprobe = searched->nprobe;
    const RunContext quiet = context.withoutProgress();
    const auto recall = recallOf(found.matches.xOfY, x, y, searched->penaltiesOfX, options, random, quiet);
    if (!recall)
        return std::nullopt;
    found.recall = *recall;
    return found;
}

MatchLists ivfMatchLists(const IvfSide &x, const IvfSide &y, const std::vector<ItemIndex> &xOfY, Index neighbours,
                         Index count, const IvfOptions &options, const RunContext &context)
{
    Random random(hashBits(options.seed, sampleStream, 1, 0));
    auto searched = search(x, y, neighbours, options, random, context.part(0, 0.9));
    if (!searched)
        return {};
    const std::vector<float> similarities = givenSimilarities(x, y, xOfY, context);
    const Penalties half{std::move(searched->penaltiesOfX), std::move(searched->penaltiesOfY)};
    MatchLists lists{std::vector<Match>(xOfY.size()), std::vector<std::vector<Neighbour>>(xOfY.size())};
    const bool done = forBlocks(
        y.items, blockRows,
        [&](Index begin, Index end) {
            for (Index j = begin; j < end; ++j) {
                const auto at = static_cast<std::size_t>(j);
                std::vector<Neighbour> nearest;
                for (const Neighbour &each : searched->ofY.of(j))
                    nearest.push_back({each.item, half.corrected(each.similarity, each.item, j)});
                std::ranges::stable_sort(nearest, std::greater<>(), &Neighbour::similarity);
                if (const ItemIndex match = xOfY[at]; match != noItem && !nearest.empty()) {
                    float bestOfMatch = -std::numeric_limits<float>::infinity();
                    for (const Neighbour &each : searched->ofX.of(match))
                        bestOfMatch = std::max(bestOfMatch, half.corrected(each.similarity, match, each.item));
                    lists.matches[at] =
                        matchOf(half.corrected(similarities[at], match, j), match, nearest, bestOfMatch);
                }
                nearest.resize(std::min(nearest.size(), static_cast<std::size_t>(count)));
                lists.best[at] = std::move(nearest);
            }
        },
        context);
    return done ? lists : MatchLists();
}

} // namespace anchorscope
