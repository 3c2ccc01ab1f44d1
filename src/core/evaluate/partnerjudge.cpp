// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/partnerjudge.h"

#include "core/data/items.h"
#include "core/neighbours/spreadpartners.h"
#include "core/ranks/runaids.h"
#include "core/translate/canonicalframe.h"

namespace anchorscope {

namespace {

/// A side's items that are not zero, and their vectors at unit length: of ranks each has its share of the canonical
/// coordinates.
struct Vectors
{
    std::vector<ItemIndex> items;
    Matrix rows;

    SpreadRows spread() && { return {std::move(rows), std::ssize(items)}; }
};

bool spreads(const AnchoredPair &pair)
{
    return RunAids::ranks() && !pair.anchors.metric.empty();
}

Vectors vectorsOf(const AnchoredPair &pair, Side side, const RunContext &context)
{
    Vectors vectors{itemsTakingPart(pair.of(side)), {}};
    if (!pair.anchors.metric.empty()) {
        const PreparedSpace &space = pair.of(side);
        const Matrix rows =
            spreads(pair) ? shareOfRows(space, vectors.items, context).own : rowsOf(space, vectors.items, context);
        vectors.rows = canonicalCoordinates(rows, pair.anchors.metric, side, context);
    } else {
        vectors.rows = rowsOf(relativeRows(pair, side, context), vectors.items, context);
        normaliseRows(vectors.rows, context);
    }
    return vectors;
}

} // namespace

Result<JudgedCorrespondence> judgeCorrespondence(const AnchoredPair &pair, const std::vector<ItemIndex> &xOfY,
                                                 Index count, const RunContext &context)
{
    Vectors x = vectorsOf(pair, Side::x, context), y = vectorsOf(pair, Side::y, context);
    if (context.cancelled())
        return cancelledError();
    std::vector<ItemIndex> places;
    for (const ItemIndex item : y.items)
        places.push_back(placeOf(xOfY[static_cast<std::size_t>(item)], x.items));
    const Index neighbours = pair.anchors.metric.empty() ? 0 : neighboursOfCsls;
    PartnerLists lists = spreads(pair) ? spreadPartnerLists(std::move(x).spread(), std::move(y).spread(), places,
                                                            neighbours, count, context)
                                       : partnerLists(x.rows, y.rows, places, neighbours, count, context);
    if (lists.matches.empty())
        return cancelledError();
    JudgedCorrespondence judged{std::vector<ItemIndex>(xOfY.size(), noItem), {}};
    judged.lists.matches.resize(xOfY.size());
    judged.lists.best.resize(xOfY.size());
    for (std::size_t j = 0; j < y.items.size(); ++j) {
        const auto item = static_cast<std::size_t>(y.items[j]);
        judged.lists.matches[item] = lists.matches[j];
        if (places[j] != noItem)
            judged.xOfY[item] = xOfY[item];
        judged.lists.best[item] = std::move(lists.best[j]);
        for (Neighbour &each : judged.lists.best[item])
            each.item = x.items[static_cast<std::size_t>(each.item)];
    }
    return judged;
}

} // namespace anchorscope
