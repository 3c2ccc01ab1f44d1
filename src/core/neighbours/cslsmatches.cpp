// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/cslsmatches.h"

#include "core/distributed/communicator.h"
#include "core/distributed/resultcache.h"
#include "core/neighbours/collectnearest.h"
#include "core/neighbours/unresolvedqueries.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <span>

namespace anchorscope {

namespace {

/// Rows of one space in a search for matches; the rows of queries come first.
struct SearchSide
{
    MatrixView rows;
    Index queryCount;
    const std::vector<ItemIndex> *items = nullptr; ///< item of each row; null if row i is item i

    Index others() const { return rows.rows() - queryCount; }
    ItemIndex itemOf(ItemIndex row) const { return items ? (*items)[static_cast<std::size_t>(row)] : row; }
};

/// Every n-th query of `all`, for one of n MPI ranks: `all` is sorted by cost, so ranks have similar work.
std::vector<UnresolvedQuery> ofRank(const std::vector<UnresolvedQuery> &all, int rank, int ranks)
{
    std::vector<UnresolvedQuery> some;
    for (auto place = static_cast<std::size_t>(rank); place < all.size(); place += static_cast<std::size_t>(ranks))
        some.push_back(all[place]);
    return some;
}

/// Match of each item; noItem for items that are not queries.
std::optional<std::vector<ItemIndex>> matchesOf(const SearchSide &queries, const NearestLists &lists,
                                                const SearchSide &candidates, const std::vector<float> &penalties,
                                                const RunContext &context)
{
    const auto itemOf = [&](ItemIndex row) { return candidates.itemOf(row); };
    OpenQueries open(lists, queries.queryCount, candidates.rows.rows(), penalties, itemOf);
    const CandidatesByPenalty byPenalty(penalties);
    const std::vector<UnresolvedQuery> unresolved = open.among(byPenalty);
    Communicator *const communicator = context.communicator;
    const int count = communicator ? communicator->size() : 1, own = communicator ? communicator->rank() : 0;
    std::vector<UnresolvedQuery> compared = ofRank(unresolved, own, count);
    if (!compare(queries.rows, compared, candidates.rows, itemOf, byPenalty, context))
        return std::nullopt;
    for (int rank = 0; rank < count; ++rank) {
        std::vector<UnresolvedQuery> some = rank == own ? compared : ofRank(unresolved, rank, count);
        if (communicator)
            broadcastFrom(rank, *communicator, some.data(), std::ssize(some));
        open.update(some);
    }
    std::vector<ItemIndex> matches(static_cast<std::size_t>(queries.rows.rows()), noItem);
    for (std::size_t row = 0; row < open.best().size(); ++row)
        matches[static_cast<std::size_t>(queries.itemOf(static_cast<ItemIndex>(row)))] = open.best()[row].item;
    return matches;
}

/// Lists of the nearest items of both spaces, from pairs in which at least one item is a query.
class BothLists
{
public:
    BothLists(const SearchSide &x, const SearchSide &y, Index neighbours)
        : m_x(x), m_y(y), m_neighbours(neighbours), m_ofX(x.rows.rows(), std::min(neighbours, y.rows.rows())),
          m_ofY(y.rows.rows(), std::min(neighbours, x.rows.rows()))
    {
    }

    /// Compares the queries of both spaces with each other first, which determines their penalties. Then compares
    /// queries with the other items. Returns false if cancelled.
    bool collect(const RunContext &context)
    {
        const Index compared = m_x.rows.rows() * m_y.rows.rows() - m_x.others() * m_y.others();
        const auto total = static_cast<double>(std::max<Index>(1, compared));
        const double first = static_cast<double>(m_x.queryCount * m_y.queryCount) / total;
        const double second = first + static_cast<double>(m_x.queryCount * m_y.others()) / total;
        if (!add(0, m_x.queryCount, 0, m_y.queryCount, context.part(0, first)))
            return false;
        m_penaltyOfX = m_ofX.halfMeanSimilarity(m_neighbours);
        m_penaltyOfY = m_ofY.halfMeanSimilarity(m_neighbours);
        if (!add(0, m_x.queryCount, m_y.queryCount, m_y.others(), context.part(first, second)) ||
            !add(m_x.queryCount, m_x.others(), 0, m_y.queryCount, context.part(second, 1)))
            return false;
        takeOthers(m_ofX, m_x.queryCount, m_penaltyOfX);
        takeOthers(m_ofY, m_y.queryCount, m_penaltyOfY);
        return true;
    }

    const NearestLists &ofX() const { return m_ofX; }
    const NearestLists &ofY() const { return m_ofY; }
    const std::vector<float> &penaltyOfX() const { return m_penaltyOfX; }
    const std::vector<float> &penaltyOfY() const { return m_penaltyOfY; }

private:
    bool add(Index firstX, Index rowsOfX, Index firstY, Index rowsOfY, const RunContext &context)
    {
        return collectNearest(m_x.rows, {firstX, rowsOfX}, m_y.rows, {firstY, rowsOfY}, m_ofX, m_ofY, {}, context);
    }

    void takeOthers(const NearestLists &lists, Index queryCount, std::vector<float> &penalty) const
    {
        const std::vector<float> all = lists.halfMeanSimilarity(m_neighbours);
        std::copy(all.begin() + queryCount, all.end(), penalty.begin() + queryCount);
    }

    const SearchSide &m_x, &m_y;
    Index m_neighbours;
    NearestLists m_ofX, m_ofY;
    std::vector<float> m_penaltyOfX, m_penaltyOfY;
};

std::optional<CslsMatches> matchesOfSides(const SearchSide &x, const SearchSide &y, Index neighbours,
                                          const RunContext &context)
{
    BothLists lists(x, y, neighbours);
    if (!lists.collect(context.part(0, 0.7)))
        return std::nullopt;
    auto yOfX = matchesOf(x, lists.ofX(), y, lists.penaltyOfY(), context.part(0.7, 0.85));
    auto xOfY = yOfX ? matchesOf(y, lists.ofY(), x, lists.penaltyOfX(), context.part(0.85, 1)) : std::nullopt;
    if (!xOfY)
        return std::nullopt;
    return CslsMatches{std::move(*yOfX), std::move(*xOfY)};
}

std::vector<ItemIndex> queriesFirst(const std::vector<bool> &seeks)
{
    std::vector<ItemIndex> items = allItems(std::ssize(seeks));
    std::ranges::stable_partition(items, [&](ItemIndex i) { return seeks[static_cast<std::size_t>(i)]; });
    return items;
}

bool areMatches(std::span<const ItemIndex> matches, const std::vector<bool> *queries, Index rows)
{
    for (std::size_t i = 0; i < matches.size(); ++i) {
        const bool isRow = matches[i] >= 0 && matches[i] < rows, isQuery = !queries || (*queries)[i];
        if (isQuery ? !isRow : matches[i] != noItem)
            return false;
    }
    return true;
}

} // namespace

std::vector<ItemIndex> CslsMatches::mutualItemsOfX() const
{
    std::vector<ItemIndex> mutual;
    for (std::size_t i = 0; i < yOfX.size(); ++i) {
        if (xOfY[static_cast<std::size_t>(yOfX[i])] == static_cast<ItemIndex>(i))
            mutual.push_back(static_cast<ItemIndex>(i));
    }
    return mutual;
}

std::optional<CslsMatches> cslsMatches(const Matrix &x, const Matrix &y, Index neighbours, const RunContext &context)
{
    return cachedMatches(x.rows(), y.rows(), nullptr, context.cache, [&] {
        return matchesOfSides({x, x.rows()}, {y, y.rows()}, neighbours, context);
    });
}

std::optional<CslsMatches> cslsMatches(const Matrix &x, const Matrix &y, Index neighbours, const QueryMask &queries,
                                       const RunContext &context)
{
    const std::vector<ItemIndex> itemsOfX = queriesFirst(queries.ofX), itemsOfY = queriesFirst(queries.ofY);
    const Matrix rowsOfX = rowsOf(x, itemsOfX, context), rowsOfY = rowsOf(y, itemsOfY, context);
    return cachedMatches(x.rows(), y.rows(), &queries, context.cache, [&] {
        return matchesOfSides({rowsOfX, std::ranges::count(queries.ofX, true), &itemsOfX},
                              {rowsOfY, std::ranges::count(queries.ofY, true), &itemsOfY}, neighbours, context);
    });
}

std::optional<CslsMatches> cachedMatches(Index n, Index m, const QueryMask *queries, ResultCache *cache,
                                         const std::function<std::optional<CslsMatches>()> &search)
{
    if (!cache)
        return search();
    std::vector<ItemIndex> both(static_cast<std::size_t>(n + m));
    const std::span<const ItemIndex> found(both);
    const auto possible = [&] {
        const auto ofX = static_cast<std::size_t>(n);
        return areMatches(found.first(ofX), queries ? &queries->ofX : nullptr, m) &&
               areMatches(found.subspan(ofX), queries ? &queries->ofY : nullptr, n);
    };
    if (cache->take(std::as_writable_bytes(std::span(both)), possible))
        return CslsMatches{{both.begin(), both.begin() + n}, {both.begin() + n, both.end()}};
    auto matches = search();
    if (matches) {
        std::ranges::copy(matches->yOfX, both.begin());
        std::ranges::copy(matches->xOfY, both.begin() + n);
        cache->keep(std::as_bytes(std::span(both)));
    }
    return matches;
}

} // namespace anchorscope
