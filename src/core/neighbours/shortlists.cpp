// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/shortlists.h"

#include "core/kernels/isa.h"
#include "core/parallel.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

namespace {

constexpr float none = -std::numeric_limits<float>::infinity();

/// Room for all places of a tile, the thread's own.
kernels::Hit *roomFor(const Tile &tile)
{
    thread_local std::vector<kernels::Hit> hits;
    hits.resize(std::max(hits.size(), static_cast<std::size_t>(tile.rows * tile.stride)));
    return hits.data();
}

bool nearer(const Neighbour &a, const Neighbour &b)
{
    return a.similarity > b.similarity || (a.similarity == b.similarity && a.item < b.item);
}

} // namespace

ShortLists::ShortLists(Index queries, Index wanted)
    : m_wanted(wanted), m_entries(static_cast<std::size_t>(queries * wanted), {noItem, none}),
      m_worst(static_cast<std::size_t>(queries), none)
{
}

void ShortLists::addRows(const Tile &tile)
{
    kernels::Hit *hits = roomFor(tile);
    const Index found =
        kernels::active().reachingRows(tile.values, tile.rows, tile.columns, m_worst.data() + tile.firstRow, hits);
    for (const kernels::Hit &hit : std::span(hits, static_cast<std::size_t>(found)))
        offer(tile.firstRow + hit.row, {static_cast<ItemIndex>(tile.firstColumn + hit.column), hit.value});
}

void ShortLists::addColumns(const Tile &tile)
{
    kernels::Hit *hits = roomFor(tile);
    const Index found = kernels::active().reachingColumns(tile.values, tile.rows, tile.columns,
                                                          m_worst.data() + tile.firstColumn, hits);
    for (const kernels::Hit &hit : std::span(hits, static_cast<std::size_t>(found)))
        offer(tile.firstColumn + hit.column, {static_cast<ItemIndex>(tile.firstRow + hit.row), hit.value});
}

void ShortLists::add(const ShortLists &others)
{
    forBlocks(queries(), 1024, [&](Index begin, Index end) {
        for (Index query = begin; query < end; ++query) {
            for (const Neighbour &each : others.of(query))
                offer(query, each);
        }
    });
}

void ShortLists::offer(Index query, Neighbour offered)
{
    Neighbour *const list = m_entries.data() + query * m_wanted, *const last = list + m_wanted - 1;
    if (last->item != noItem && !nearer(offered, *last))
        return;
    Neighbour *place = last;
    for (; place != list && (place[-1].item == noItem || nearer(offered, place[-1])); --place)
        *place = place[-1];
    *place = offered;
    if (last->item != noItem)
        m_worst[static_cast<std::size_t>(query)] = last->similarity;
}

std::span<const Neighbour> ShortLists::of(Index query) const
{
    const std::span all(m_entries.data() + query * m_wanted, static_cast<std::size_t>(m_wanted));
    return {all.begin(), std::ranges::find(all, noItem, &Neighbour::item)};
}

std::vector<float> ShortLists::halfMeanSimilarity(Index count) const
{
    std::vector<float> halves(m_worst.size(), 0.0f);
    for (Index query = 0; query < queries(); ++query) {
        const auto all = of(query);
        const auto some = all.first(std::min(all.size(), static_cast<std::size_t>(count)));
        double sum = 0;
        for (const Neighbour &each : some)
            sum += static_cast<double>(each.similarity);
        if (!some.empty())
            halves[static_cast<std::size_t>(query)] = 0.5f * static_cast<float>(sum / static_cast<double>(some.size()));
    }
    return halves;
}

ShortLists ShortLists::some(Share queries) const
{
    ShortLists part(queries.count, m_wanted);
    std::copy_n(m_entries.begin() + queries.first * m_wanted, queries.count * m_wanted, part.m_entries.begin());
    std::copy_n(m_worst.begin() + queries.first, queries.count, part.m_worst.begin());
    return part;
}

void ShortLists::put(Share queries, const ShortLists &some)
{
    std::ranges::copy(some.m_entries, m_entries.begin() + queries.first * m_wanted);
    std::ranges::copy(some.m_worst, m_worst.begin() + queries.first);
}

std::vector<std::span<std::byte>> ShortLists::bytes()
{
    return {std::as_writable_bytes(std::span(m_entries)), std::as_writable_bytes(std::span(m_worst))};
}

void ShortLists::gatherShares(Share queries, Communicator &ranks)
{
    anchorscope::gatherShares(ranks, m_entries.data() + queries.first * m_wanted, queries.count, m_wanted);
    anchorscope::gatherShares(ranks, m_worst.data() + queries.first, queries.count);
}

void ShortLists::bringFrom(int rank, Communicator &ranks)
{
    anchorscope::bringFrom(rank, ranks, m_entries.data(), queries() * m_wanted);
    anchorscope::bringFrom(rank, ranks, m_worst.data(), queries());
}

} // namespace anchorscope
