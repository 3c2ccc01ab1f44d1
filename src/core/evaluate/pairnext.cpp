// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/pairnext.h"

#include "core/anchors/kmeans.h"
#include "core/projection/relative.h"

#include <algorithm>

namespace anchorscope {

namespace {

/// Minimum number of uncertain items for each requested item: a cluster must be large enough to have a central item.
constexpr Index unsurePerItem = 10;

std::vector<ItemIndex> unsureFirst(const ScoredCorrespondence &scored, const std::vector<ItemIndex> &known)
{
    std::vector<bool> left(scored.xOfY.size());
    for (std::size_t j = 0; j < left.size(); ++j)
        left[j] = scored.xOfY[j] != noItem;
    for (const ItemIndex item : known)
        left[static_cast<std::size_t>(item)] = false;
    std::vector<ItemIndex> items;
    for (std::size_t j = 0; j < left.size(); ++j) {
        if (left[j])
            items.push_back(static_cast<ItemIndex>(j));
    }
    std::ranges::stable_sort(items, {}, [&](ItemIndex item) {
        const Match &match = scored.lists.matches[static_cast<std::size_t>(item)];
        return std::pair(match.mutual, match.margin);
    });
    return items;
}

} // namespace

Result<std::vector<PairingSuggestion>> pairNext(const PreparedSpace &y, const ScoredCorrespondence &scored,
                                                const std::vector<ItemIndex> &known, Index count, std::uint64_t seed,
                                                const RunContext &context)
{
    std::vector<ItemIndex> items = unsureFirst(scored, known);
    const auto isMutual = [&](ItemIndex item) { return scored.lists.matches[static_cast<std::size_t>(item)].mutual; };
    const Index unsure = std::ranges::find_if(items, isMutual) - items.begin();
    items.resize(std::min(items.size(), static_cast<std::size_t>(std::max(unsure, unsurePerItem * count))));
    std::ranges::sort(items);
    std::vector<PairingSuggestion> next;
    if (items.empty())
        return next;
    Random random(seed);
    const KMeans clusters =
        kMeans(rowsOf(y, items), {.clusters = std::min<Index>(count, std::ssize(items))}, random, context);
    if (context.cancelled())
        return cancelledError();
    for (const ItemIndex place : clusters.nearestItem) {
        const ItemIndex item = items[static_cast<std::size_t>(place)];
        next.push_back({item, scored.lists.best[static_cast<std::size_t>(item)]});
    }
    return next;
}

Result<std::vector<PairingSuggestion>> pairNext(const AnchoredPair &pair, const std::vector<ItemIndex> &xOfY,
                                                const PairNextOptions &options, const RunContext &context)
{
    const auto scored =
        // Scoring the correspondence takes 80 % of the time of suggesting pairs, hence this share of the progress.
        scoreCorrespondence(pair, xOfY, {options.candidates, options.search}, context.part(0, 0.8));
    if (!scored)
        return scored.error();
    return pairNext(pair.y, *scored, pair.anchors.seedsOfY, options.items, options.seed, context.part(0.8, 1));
}

} // namespace anchorscope
