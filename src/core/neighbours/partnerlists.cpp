// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/partnerlists.h"

#include <algorithm>

namespace anchorscope {

namespace {

/// ½ r of the rows of both sides.
struct Penalties
{
    std::vector<float> ofX, ofY;

    float corrected(float similarity, Index x, Index y) const
    {
        return similarity - ofX[static_cast<std::size_t>(x)] - ofY[static_cast<std::size_t>(y)];
    }
};

std::optional<Penalties> penalties(const Matrix &x, const Matrix &y, Index neighbours, const RunContext &context)
{
    if (neighbours == 0)
        return Penalties{std::vector<float>(static_cast<std::size_t>(x.rows())),
                         std::vector<float>(static_cast<std::size_t>(y.rows()))};
    NearestLists ofX(x.rows(), std::min(neighbours, y.rows()), TieOrder{});
    NearestLists ofY(y.rows(), std::min(neighbours, x.rows()), TieOrder{});
    const bool done = forTiles(
        x, y, [&](const Tile &tile) { ofX.addRows(tile); }, [&](const Tile &tile) { ofY.addColumns(tile); }, context);
    if (!done)
        return std::nullopt;
    ofX.finish();
    ofY.finish();
    return Penalties{ofX.halfMeanSimilarity(neighbours), ofY.halfMeanSimilarity(neighbours)};
}

/// The same tile with corrected similarities, in a memory of the thread's own that the next call takes.
Tile corrected(const Tile &tile, const Penalties &penalties)
{
    thread_local std::vector<float> values;
    values.resize(static_cast<std::size_t>(tile.rows * tile.stride));
    for (Index i = 0; i < tile.rows; ++i) {
        for (Index j = 0; j < tile.columns; ++j)
            values[static_cast<std::size_t>(i * tile.stride + j)] =
                penalties.corrected(tile.line(i)[j], tile.firstRow + i, tile.firstColumn + j);
    }
    Tile result = tile;
    result.values = values.data();
    return result;
}

} // namespace

PartnerLists partnerLists(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &xOfY, Index neighbours,
                          Index count, const RunContext &context)
{
    const auto half = penalties(x, y, neighbours, context.part(0, 0.5));
    if (!half)
        return {};
    NearestLists ofX(x.rows(), 1, TieOrder{});
    NearestLists ofY(y.rows(), std::min(std::max<Index>(2, count), x.rows()), TieOrder{});
    const bool done = forTiles(
        x, y, [&](const Tile &tile) { ofX.addRows(corrected(tile, *half)); },
        [&](const Tile &tile) { ofY.addColumns(corrected(tile, *half)); }, context.part(0.5, 1));
    const std::vector<float> similarities = wantedSimilarities(y, x, xOfY, context);
    if (!done || context.cancelled())
        return {};
    ofX.finish();
    ofY.finish();
    PartnerLists lists{std::vector<Match>(xOfY.size()), {}};
    for (std::size_t j = 0; j < xOfY.size(); ++j) {
        const auto nearest = ofY.of(static_cast<Index>(j));
        const auto kept = nearest.first(std::min(nearest.size(), static_cast<std::size_t>(count)));
        lists.best.emplace_back(kept.begin(), kept.end());
        if (xOfY[j] == noItem)
            continue;
        const float score = half->corrected(similarities[j], xOfY[j], static_cast<Index>(j));
        const bool own = nearest[0].item == xOfY[j];
        const float other = !own ? nearest[0].similarity : nearest.size() > 1 ? nearest[1].similarity : 0;
        // The same product in both lists, so an equal similarity is the same number.
        lists.matches[j] = {score, score - other, score >= ofX.of(xOfY[j])[0].similarity};
    }
    return lists;
}

} // namespace anchorscope
