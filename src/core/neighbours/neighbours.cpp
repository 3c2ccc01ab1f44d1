// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/neighbours.h"

#include "core/data/items.h"
#include "core/kernels/isa.h"
#include "core/kernels/product.h"
#include "core/parallel.h"
#include "core/random.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

namespace {

/// Maximum length of lists that are kept sorted by insertion. Longer lists are filled to twice their length and then
/// cut, with fewer moves. Shorter ones are not cut: for 10 entries this took 21% of the time of a canonical path.
constexpr Index sortedUpTo = 32;
constexpr float minusInfinity = -std::numeric_limits<float>::infinity();

kernels::Hit *roomFor(const Tile &tile)
{
    thread_local std::vector<kernels::Hit> hits;
    hits.resize(std::max(hits.size(), static_cast<std::size_t>(tile.rows * tile.stride)));
    return hits.data();
}

/// Order of the neighbours of a query: the most similar first, ties by `ties` or by index.
struct Nearer
{
    const std::optional<TieOrder> &ties;
    Index query;
    bool operator()(const Neighbour &a, const Neighbour &b) const
    {
        if (a.similarity != b.similarity) [[likely]]
            return a.similarity > b.similarity;
        return ties ? ties->place(query, a.item) < ties->place(query, b.item) : a.item < b.item;
    }
};

} // namespace

std::vector<Neighbour> nearest(const MatrixView &query, const Matrix &among, Index k)
{
    const Vector products = among * query.row(0).transpose();
    const float queryNorm = query.row(0).norm();
    std::vector<Neighbour> all;
    all.reserve(static_cast<std::size_t>(among.rows()));
    for (Index i = 0; i < among.rows(); ++i) {
        const float norms = queryNorm * among.row(i).norm();
        all.push_back({static_cast<ItemIndex>(i), norms > 0 ? products[i] / norms : 0.0f});
    }
    const auto end = all.begin() + std::clamp<Index>(k, 0, among.rows());
    std::partial_sort(all.begin(), end, all.end(), [](const Neighbour &a, const Neighbour &b) {
        return a.similarity != b.similarity ? a.similarity > b.similarity : a.item < b.item;
    });
    all.erase(end, all.end());
    return all;
}

std::vector<ItemIndex> nearestOfAny(const std::vector<ItemIndex> &items, const Matrix &rows, Index k,
                                    const RunContext &context)
{
    std::vector<ItemIndex> found;
    for (std::size_t i = 0; i < items.size() && !context.cancelled(); ++i) {
        std::vector<ItemIndex> near;
        for (const Neighbour &each : nearest(rows.row(items[i]), rows, k))
            near.push_back(each.item);
        found = ascending(std::move(found), near);
    }
    return found;
}

std::vector<float> targetSimilarities(const Matrix &queries, const Matrix &target,
                                      const std::vector<ItemIndex> &targets, const RunContext &context)
{
    std::vector<float> similarities(targets.size(), 0.0f);
    const Index depth = target.cols();
    forBlocks(
        static_cast<Index>(targets.size()), 32,
        [&](Index begin, Index end) {
            const Index count = end - begin;
            Matrix matches = Matrix::Zero(count, depth), products(count, count);
            for (Index i = 0; i < count; ++i) {
                const ItemIndex targetItem = targets[static_cast<std::size_t>(begin + i)];
                if (targetItem != noItem)
                    matches.row(i) = target.row(targetItem);
            }
            kernels::productTransposed(queries.data() + begin * depth, depth, matches.data(), depth, products.data(),
                                       count, count, count, depth);
            for (Index i = 0; i < count; ++i)
                similarities[static_cast<std::size_t>(begin + i)] = products(i, i);
        },
        context);
    return similarities;
}

std::uint64_t TieOrder::place(Index query, ItemIndex item) const
{
    return hashBits(seed, space, static_cast<std::uint64_t>(query), static_cast<std::uint64_t>(item));
}

NearestLists::NearestLists(Index queries, Index count, std::optional<TieOrder> ties)
    : m_limit(count), m_capacity(count <= sortedUpTo ? count : 2 * count), m_ties(ties),
      m_entries(static_cast<std::size_t>(queries * m_capacity)), m_counts(static_cast<std::size_t>(queries)),
      m_worst(static_cast<std::size_t>(queries), minusInfinity)
{
}

void NearestLists::skip(Index query)
{
    m_counts[static_cast<std::size_t>(query)] = 0;
    m_worst[static_cast<std::size_t>(query)] = -minusInfinity;
}

void NearestLists::addRows(const Tile &tile)
{
    kernels::Hit *hits = roomFor(tile);
    const Index found =
        kernels::active().reachingRows(tile.values, tile.rows, tile.columns, m_worst.data() + tile.firstRow, hits);
    for (const kernels::Hit &hit : std::span(hits, static_cast<std::size_t>(found)))
        offer(tile.firstRow + hit.row, {static_cast<ItemIndex>(tile.firstColumn + hit.column), hit.value});
}

void NearestLists::addColumns(const Tile &tile)
{
    kernels::Hit *hits = roomFor(tile);
    thread_local std::vector<float> limits;
    limits.assign(static_cast<std::size_t>(tile.stride), minusInfinity);
    const auto worst = m_worst.begin() + tile.firstColumn;
    // Bounds from the tile itself are also used: otherwise every item of the first tile would be offered to the lists.
    if (m_limit <= kernels::groupsOfRows &&
        std::find(worst, worst + tile.columns, minusInfinity) != worst + tile.columns)
        kernels::active().reachedInColumns(tile.values, tile.rows, m_limit, limits.data());
    std::transform(worst, worst + tile.columns, limits.begin(), limits.begin(),
                   [](float a, float b) { return std::max(a, b); });
    const Index found = kernels::active().reachingColumns(tile.values, tile.rows, tile.columns, limits.data(), hits);
    for (const kernels::Hit &hit : std::span(hits, static_cast<std::size_t>(found)))
        offer(tile.firstColumn + hit.column, {static_cast<ItemIndex>(tile.firstRow + hit.row), hit.value});
}

void NearestLists::add(const NearestLists &others)
{
    forBlocks(queries(), 1024, [&](Index begin, Index end) {
        for (Index query = begin; query < end; ++query) {
            for (const Neighbour &each : others.of(query))
                offer(query, each);
        }
    });
}

void NearestLists::offer(Index query, const Neighbour &offered)
{
    const auto q = static_cast<std::size_t>(query);
    const Nearer nearer{m_ties, query};
    Neighbour *last = list(query) + m_limit - 1;
    const bool keptSorted = m_capacity == m_limit;
    const bool full = keptSorted ? m_counts[q] == m_limit : m_worst[q] > minusInfinity;
    if (offered.similarity < m_worst[q] || (full && !nearer(offered, *last)))
        return;
    if (keptSorted) {
        Neighbour *place = full ? last : list(query) + m_counts[q]++;
        for (; place != list(query) && nearer(offered, place[-1]); --place)
            *place = place[-1];
        *place = offered;
    } else {
        list(query)[m_counts[q]++] = offered;
        if (m_counts[q] < m_capacity)
            return;
        std::nth_element(list(query), last, list(query) + m_capacity, nearer);
        m_counts[q] = static_cast<std::int32_t>(m_limit);
    }
    if (m_counts[q] == m_limit)
        m_worst[q] = last->similarity;
}

void NearestLists::finish()
{
    if (m_capacity == m_limit)
        return;
    forBlocks(queries(), 1024, [this](Index begin, Index end) {
        for (Index query = begin; query < end; ++query) {
            std::int32_t &count = m_counts[static_cast<std::size_t>(query)];
            std::sort(list(query), list(query) + count, Nearer{m_ties, query});
            count = std::min(count, static_cast<std::int32_t>(m_limit));
        }
    });
}

std::span<const Neighbour> NearestLists::of(Index query) const
{
    return {m_entries.data() + query * m_capacity, static_cast<std::size_t>(m_counts[static_cast<std::size_t>(query)])};
}

float NearestLists::maxOf(Index query) const
{
    const auto list = of(query);
    return list.empty() ? -std::numeric_limits<float>::infinity() : list.front().similarity;
}

float NearestLists::minOf(Index query) const
{
    const auto list = of(query);
    return list.empty() ? -std::numeric_limits<float>::infinity() : list.back().similarity;
}

float meanSimilarity(std::span<const Neighbour> nearest, Index count)
{
    const auto neighbours = nearest.first(std::min(nearest.size(), static_cast<std::size_t>(count)));
    double sum = 0;
    for (const Neighbour &neighbour : neighbours)
        sum += static_cast<double>(neighbour.similarity);
    return neighbours.empty() ? 0.0f : static_cast<float>(sum / static_cast<double>(neighbours.size()));
}

std::vector<float> NearestLists::meanSimilarity(Index count) const
{
    std::vector<float> means(m_counts.size());
    for (std::size_t query = 0; query < means.size(); ++query)
        means[query] = anchorscope::meanSimilarity(of(static_cast<Index>(query)), count);
    return means;
}

std::vector<float> NearestLists::halfMeanSimilarity(Index count) const
{
    std::vector<float> means = meanSimilarity(count);
    for (float &mean : means)
        mean *= 0.5f;
    return means;
}

NearestLists NearestLists::some(Share queries) const
{
    NearestLists part = emptyLists(queries.count);
    std::copy_n(m_entries.begin() + queries.first * m_capacity, queries.count * m_capacity, part.m_entries.begin());
    std::copy_n(m_counts.begin() + queries.first, queries.count, part.m_counts.begin());
    std::copy_n(m_worst.begin() + queries.first, queries.count, part.m_worst.begin());
    return part;
}

void NearestLists::put(Share queries, const NearestLists &some)
{
    std::ranges::copy(some.m_entries, m_entries.begin() + queries.first * m_capacity);
    std::ranges::copy(some.m_counts, m_counts.begin() + queries.first);
    std::ranges::copy(some.m_worst, m_worst.begin() + queries.first);
}

std::vector<std::span<std::byte>> NearestLists::bytes(Share queries)
{
    const auto some = [&](auto &values, Index each) {
        return std::as_writable_bytes(
            std::span(values.data() + queries.first * each, static_cast<std::size_t>(queries.count * each)));
    };
    return {some(m_entries, m_capacity), some(m_counts, 1), some(m_worst, 1)};
}

} // namespace anchorscope
