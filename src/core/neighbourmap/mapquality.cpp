// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbourmap/mapquality.h"

#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/statistics.h"

#include <algorithm>
#include <limits>
#include <span>

namespace anchorscope {

namespace {

constexpr Index judgedAll = 5000, judgedOfMore = 1000;
constexpr Index productsAtOnce = 32'000'000; ///< number of inner products that are in memory together: 128 MB

std::vector<ItemIndex> judgedItems(Index count, std::uint64_t seed)
{
    Random random(seed);
    return random.sample(count, count > judgedAll ? judgedOfMore : count);
}

/// Number of values that satisfy a condition.
template <class Condition> Index counted(std::span<const float> values, Condition holds)
{
    constexpr std::size_t together = 64; // a fixed number of values allows vector code
    Index all = 0;
    std::size_t at = 0;
    for (; at + together <= values.size(); at += together) {
        std::int32_t some = 0;
        for (std::size_t i = 0; i < together; ++i)
            some += holds(values[at + i]) ? 1 : 0;
        all += some;
    }
    for (; at < values.size(); ++at)
        all += holds(values[at]) ? 1 : 0;
    return all;
}

/// Nearness of all items to the item `self`; greater values are nearer. Ties prefer the first item.
class Nearness
{
public:
    Nearness(std::span<const float> values, ItemIndex self) : m_values(values), m_self(self) {}

    /// The k nearest items, the nearest first.
    std::vector<ItemIndex> nearest(Index k) const
    {
        std::vector<ItemIndex> found;
        const auto isNearer = [this](ItemIndex a, ItemIndex b) {
            return value(a) != value(b) ? value(a) > value(b) : a < b;
        };
        const auto consider = [&](ItemIndex item) {
            if (item == m_self || (std::ssize(found) == k && !isNearer(item, found.back())))
                return;
            found.insert(std::ranges::upper_bound(found, item, isNearer), item);
            found.resize(static_cast<std::size_t>(std::min<Index>(k, std::ssize(found))));
        };
        constexpr std::size_t skippedTogether = 256; // few enough that most have no item among the nearest
        forChunks(skippedTogether, [&](std::size_t begin, std::span<const float> chunk) {
            const float least = std::ssize(found) == k ? value(found.back()) : -std::numeric_limits<float>::infinity();
            if (counted(chunk, [least](float each) { return each >= least; }) == 0)
                return;
            for (std::size_t i = 0; i < chunk.size(); ++i)
                consider(static_cast<ItemIndex>(begin + i));
        });
        return found;
    }

    /// Sum over some items of the amount by which the item's rank exceeds k.
    Index excess(const std::vector<ItemIndex> &items, Index k) const
    {
        std::vector<Index> ranks(items.size(), 1);
        constexpr std::size_t inCache = 4096;
        forChunks(inCache, [&](std::size_t begin, std::span<const float> chunk) {
            for (std::size_t i = 0; i < items.size(); ++i) {
                const float own = value(items[i]);
                const auto place = static_cast<std::size_t>(items[i]);
                const std::size_t before = std::clamp(place, begin, begin + chunk.size()) - begin;
                ranks[i] += counted(chunk.first(before), [own](float each) { return each >= own; }) +
                            counted(chunk.subspan(before), [own](float each) { return each > own; });
            }
        });
        Index sum = 0;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const float own = value(items[i]);
            const bool countsSelf = m_self < items[i] ? value(m_self) >= own : value(m_self) > own;
            sum += std::max<Index>(0, ranks[i] - countsSelf - k);
        }
        return sum;
    }

private:
    float value(ItemIndex item) const { return m_values[static_cast<std::size_t>(item)]; }

    /// Calls body(begin, chunk) for consecutive chunks of at most `most` values.
    template <class Body> void forChunks(std::size_t most, const Body &body) const
    {
        for (std::size_t begin = 0; begin < m_values.size(); begin += most)
            body(begin, m_values.subspan(begin, std::min(most, m_values.size() - begin)));
    }

    std::span<const float> m_values;
    ItemIndex m_self;
};

/// Negated squared distances of all places from one of them.
std::vector<float> nearnessInMap(const Matrix &places, ItemIndex item)
{
    const float x = places(item, 0), y = places(item, 1);
    std::vector<float> values(static_cast<std::size_t>(places.rows()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float dx = places(static_cast<Index>(i), 0) - x, dy = places(static_cast<Index>(i), 1) - y;
        values[i] = -(dx * dx + dy * dy);
    }
    return values;
}

struct Excess
{
    Index inSpace = 0, inMap = 0;
};

} // namespace

std::optional<MapQuality> mapQuality(const Matrix &rows, const Matrix &places, Index neighbours, std::uint64_t seed,
                                     const RunContext &context)
{
    const Index n = rows.rows();
    if (n <= 2 * neighbours)
        return std::nullopt;
    const std::vector<ItemIndex> judged = judgedItems(n, seed);
    const auto count = static_cast<Index>(judged.size()), atOnce = std::clamp<Index>(productsAtOnce / n, 1, count);
    Excess all;
    for (Index first = 0; first < count; first += atOnce) {
        const std::vector<ItemIndex> some(judged.begin() + first, judged.begin() + std::min(first + atOnce, count));
        context.report(static_cast<double>(first) / static_cast<double>(count), "trustworthiness");
        const Matrix products = productTransposed(rowsOf(rows, some, context), rows, context);
        if (context.cancelled())
            return std::nullopt;
        const auto found = mapBlocks(
            static_cast<Index>(some.size()), 1,
            [&](Index at, Index) {
                const ItemIndex item = some[static_cast<std::size_t>(at)];
                const std::vector<float> inMap = nearnessInMap(places, item);
                const Nearness space({products.row(at).data(), inMap.size()}, item), map(inMap, item);
                return Excess{space.excess(map.nearest(neighbours), neighbours),
                              map.excess(space.nearest(neighbours), neighbours)};
            },
            context);
        if (!found)
            return std::nullopt;
        for (const Excess &each : *found) {
            all.inSpace += each.inSpace;
            all.inMap += each.inMap;
        }
    }
    const auto worst = 0.5 * static_cast<double>(count) * static_cast<double>(neighbours) *
                       static_cast<double>(2 * n - 3 * neighbours - 1);
    return MapQuality{1 - static_cast<double>(all.inSpace) / worst, 1 - static_cast<double>(all.inMap) / worst, count};
}

std::optional<double> medianNearerItems(const Matrix &placesOfX, const Matrix &placesOfY,
                                        const std::vector<ItemIndex> &x, const std::vector<ItemIndex> &y,
                                        std::uint64_t seed, const RunContext &context)
{
    const std::vector<ItemIndex> judged = judgedItems(static_cast<Index>(x.size()), seed);
    if (judged.empty())
        return std::nullopt;
    auto counts = mapBlocks(
        static_cast<Index>(judged.size()), 1,
        [&](Index at, Index) {
            const auto pair = static_cast<std::size_t>(judged[static_cast<std::size_t>(at)]);
            const Vector distances = (placesOfY.rowwise() - placesOfX.row(x[pair])).rowwise().squaredNorm();
            return static_cast<double>((distances.array() < distances[y[pair]]).count());
        },
        context);
    if (!counts)
        return std::nullopt;
    return median(std::move(*counts));
}

std::optional<PairQuality> pairQuality(const Matrix &x, const Matrix &y, const JointMap &places,
                                       const Correspondence &truth, const RunContext &context)
{
    constexpr Index neighbours = 10; // usual number of neighbours K in sklearn and in papers on neighbour maps
    const auto ofX = mapQuality(x, places.x, neighbours, 0, context.part(0, 0.45));
    const auto ofY = ofX ? mapQuality(y, places.y, neighbours, 0, context.part(0.45, 0.9)) : std::nullopt;
    if (!ofY)
        return std::nullopt;
    const std::vector<ItemIndex> paired = truth.pairedItemsOfX();
    return PairQuality{*ofX, *ofY,
                       medianNearerItems(places.x, places.y, paired, truth.partnersOfX(paired), 0, context)};
}

} // namespace anchorscope
