// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/sampling.h"

namespace anchorscope {

namespace {

Error tooManySeeds(ErrorCode code, Index seeds, Index anchors)
{
    return Error(code, "Expected at most as many seeds as anchors (" + std::to_string(anchors) + "), found " +
                           std::to_string(seeds) + " seeds. Choose more anchors or fewer seeds.");
}

} // namespace

Result<AnchorSet> drawAnchors(const Correspondence &pairing, Index anchors, Index seeds, Random &random)
{
    if (anchors < 1)
        return Error(ErrorCode::wrongUsage, "At least one anchor is needed, found " + std::to_string(anchors) + ".");
    if (seeds < 0 || seeds > anchors)
        return tooManySeeds(ErrorCode::wrongUsage, seeds, anchors);
    if (pairing.pairs() < anchors)
        return Error(ErrorCode::tooFewPairs,
                     "Expected at least " + std::to_string(anchors) + " paired items to draw anchors from, found " +
                         std::to_string(pairing.pairs()) + ". Choose fewer anchors or pair more items.");
    AnchorSet set;
    set.itemsOfX = random.sample(pairing.pairedItemsOfX(), anchors);
    for (Index i = 0; i < seeds; ++i)
        set.seedsOfY.push_back(pairing.partnerOfX(set.itemsOfX[static_cast<std::size_t>(i)]));
    return set;
}

Result<AnchorSet> completeAnchors(const std::vector<SeedPair> &seeds, Index itemsOfX, Index anchors, Random &random,
                                  std::vector<ItemIndex> pool)
{
    const auto given = static_cast<Index>(seeds.size());
    if (given > anchors)
        return tooManySeeds(ErrorCode::tooManySeeds, given, anchors);
    AnchorSet set;
    std::vector<bool> taken(static_cast<std::size_t>(itemsOfX));
    for (const SeedPair &seed : seeds) {
        set.itemsOfX.push_back(seed.x);
        set.seedsOfY.push_back(seed.y);
        taken[static_cast<std::size_t>(seed.x)] = true;
    }
    if (pool.empty())
        pool = allItems(itemsOfX);
    std::erase_if(pool, [&](ItemIndex item) { return taken[static_cast<std::size_t>(item)]; });
    if (given + std::ssize(pool) < anchors)
        return Error(ErrorCode::tooFewItems, "Expected at least " + std::to_string(anchors) +
                                                 " items to draw anchors from, found " +
                                                 std::to_string(given + std::ssize(pool)) + ". Choose fewer anchors.");
    for (ItemIndex item : random.sample(std::move(pool), anchors - given))
        set.itemsOfX.push_back(item);
    return set;
}

} // namespace anchorscope
