// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/scoredcorrespondence.h"

#include "core/data/items.h"
#include "core/ivf/ivfsearch.h"
#include "core/neighbours/distributedmatches.h"
#include "core/translate/canonicalbasis.h"

namespace anchorscope {

namespace {

MatchLists listsByAnchors(const AnchoredPair &pair, const std::vector<ItemIndex> &itemsOfX,
                          const std::vector<ItemIndex> &itemsOfY, const std::vector<ItemIndex> &xOfY, Index count,
                          const RunContext &context)
{
    const auto vectors = [&](Side side, const std::vector<ItemIndex> &items) {
        Matrix rows = relativeRows(pair, side, items, context);
        normalizeRows(rows, context);
        return rows;
    };
    return matchLists(vectors(Side::x, itemsOfX), vectors(Side::y, itemsOfY), xOfY, 0, count, context);
}

MatchLists listsByMetric(const AnchoredPair &pair, const std::vector<ItemIndex> &itemsOfX,
                         const std::vector<ItemIndex> &itemsOfY, const std::vector<ItemIndex> &xOfY,
                         const ScoredLists &requested, const RunContext &context)
{
    const CanonicalMetric &metric = pair.anchors.metric;
    if (!searchesExactly(pair.x, pair.y, requested.candidates)) {
        const RunContext quiet = context.withoutProgress();
        return ivfMatchLists(canonicalSide(pair.x, itemsOfX, metric, Side::x, quiet),
                             canonicalSide(pair.y, itemsOfY, metric, Side::y, quiet), xOfY, neighboursOfCsls,
                             requested.count, {}, context);
    }
    if (context.communicator) {
        const auto own = [&](Side side, const std::vector<ItemIndex> &items) {
            return DistributedRows{
                canonicalCoordinates(shareOfRows(pair.of(side), items, context).own, metric, side, context),
                std::ssize(items), context.communicator};
        };
        return distributedMatchLists(own(Side::x, itemsOfX), own(Side::y, itemsOfY), xOfY, neighboursOfCsls,
                                     requested.count, context);
    }
    return matchLists(canonicalCoordinates(pair.x, itemsOfX, metric, Side::x, context),
                      canonicalCoordinates(pair.y, itemsOfY, metric, Side::y, context), xOfY, neighboursOfCsls,
                      requested.count, context);
}

} // namespace

Result<ScoredCorrespondence> scoreCorrespondence(const AnchoredPair &pair, const std::vector<ItemIndex> &xOfY,
                                                 const ScoredLists &requested, const RunContext &context)
{
    const std::vector<ItemIndex> itemsOfX = itemsTakingPart(pair.x), itemsOfY = itemsTakingPart(pair.y);
    std::vector<ItemIndex> places;
    for (const ItemIndex item : itemsOfY)
        places.push_back(placeOf(xOfY[static_cast<std::size_t>(item)], itemsOfX));
    MatchLists lists = pair.anchors.metric.empty()
                           ? listsByAnchors(pair, itemsOfX, itemsOfY, places, requested.count, context)
                           : listsByMetric(pair, itemsOfX, itemsOfY, places, requested, context);
    if (lists.matches.empty() || context.cancelled())
        return cancelledError();
    ScoredCorrespondence judged{std::vector<ItemIndex>(xOfY.size(), noItem), {}};
    judged.lists.matches.resize(xOfY.size());
    judged.lists.best.resize(xOfY.size());
    for (std::size_t j = 0; j < itemsOfY.size(); ++j) {
        const auto item = static_cast<std::size_t>(itemsOfY[j]);
        judged.lists.matches[item] = lists.matches[j];
        if (places[j] != noItem)
            judged.xOfY[item] = xOfY[item];
        judged.lists.best[item] = std::move(lists.best[j]);
        for (Neighbour &each : judged.lists.best[item])
            each.item = itemsOfX[static_cast<std::size_t>(each.item)];
    }
    return judged;
}

} // namespace anchorscope
