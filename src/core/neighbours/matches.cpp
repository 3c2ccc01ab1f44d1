// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/matches.h"

#include "core/neighbours/collectnearest.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

std::vector<Match> scoreMatches(const Matrix &rx, const Matrix &ry, const std::vector<ItemIndex> &xOfY,
                                const RunContext &context)
{
    Matrix x = rx, y = ry;
    normalizeRows(x);
    normalizeRows(y);
    return matchLists(x, y, xOfY, 0, 0, context).matches;
}

std::vector<ItemIndex> mutualOnly(std::vector<ItemIndex> xOfY, const std::vector<Match> &matches)
{
    for (std::size_t j = 0; j < xOfY.size(); ++j) {
        if (!matches[j].mutual)
            xOfY[j] = noItem;
    }
    return xOfY;
}

std::vector<ItemIndex> partnersOfX(const std::vector<ItemIndex> &xOfY, const std::vector<float> &scores, Index itemsOfX)
{
    std::vector<ItemIndex> matches(static_cast<std::size_t>(itemsOfX), noItem);
    std::vector<float> best(matches.size(), -std::numeric_limits<float>::infinity());
    for (std::size_t y = 0; y < xOfY.size(); ++y) {
        const auto x = static_cast<std::size_t>(xOfY[y]);
        const float score = y < scores.size() ? scores[y] : 0;
        if (score > best[x]) {
            best[x] = score;
            matches[x] = static_cast<ItemIndex>(y);
        }
    }
    return matches;
}

MatchChange matchChange(const std::vector<ItemIndex> &before, const std::vector<ItemIndex> &now,
                        const Correspondence &truth)
{
    MatchChange change;
    for (std::size_t y = 0; y < std::min(before.size(), now.size()); ++y) {
        if (before[y] == now[y])
            continue;
        ++change.changed;
        change.correct += truth.partnerOfY(static_cast<ItemIndex>(y)) == now[y];
    }
    return change;
}

std::optional<Penalties> penaltiesOf(const Matrix &x, const Matrix &y, Index neighbours, const RunContext &context)
{
    if (neighbours == 0)
        return Penalties{std::vector<float>(static_cast<std::size_t>(x.rows())),
                         std::vector<float>(static_cast<std::size_t>(y.rows()))};
    NearestLists ofX(x.rows(), std::min(neighbours, y.rows()));
    NearestLists ofY(y.rows(), std::min(neighbours, x.rows()));
    if (!collectNearest(x, y, ofX, ofY, {}, context))
        return std::nullopt;
    return Penalties{ofX.halfMeanSimilarity(neighbours), ofY.halfMeanSimilarity(neighbours)};
}

Match matchOf(float score, ItemIndex match, std::span<const Neighbour> nearest, float bestOfMatch)
{
    const bool own = nearest[0].item == match;
    const float other = !own ? nearest[0].similarity : nearest.size() > 1 ? nearest[1].similarity : 0;
    // Comparing floats is safe: the same kernel computed all similarities, so equal ones have the same bits.
    return {score, score - other, score >= bestOfMatch};
}

MatchLists matchListsOf(const Penalties &half, const std::vector<float> &similarities,
                        const std::vector<ItemIndex> &xOfY, const std::vector<float> &bestOfX, const NearestLists &ofY,
                        Share own, Index count)
{
    MatchLists lists{std::vector<Match>(xOfY.size()), std::vector<std::vector<Neighbour>>(xOfY.size())};
    for (Index j = own.first; j < own.first + own.count; ++j) {
        const auto at = static_cast<std::size_t>(j);
        const auto nearest = ofY.of(j - own.first);
        const auto listed = nearest.first(std::min(nearest.size(), static_cast<std::size_t>(count)));
        lists.best[at].assign(listed.begin(), listed.end());
        if (const ItemIndex match = xOfY[at]; match != noItem)
            lists.matches[at] = matchOf(half.corrected(similarities[at], match, j), match, nearest,
                                        bestOfX[static_cast<std::size_t>(match)]);
    }
    return lists;
}

MatchLists matchLists(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &xOfY, Index neighbours,
                      Index count, const RunContext &context)
{
    const auto half = penaltiesOf(x, y, neighbours, context.part(0, 0.5));
    if (!half)
        return {};
    NearestLists ofX(x.rows(), 1);
    NearestLists ofY(y.rows(), std::min(std::max<Index>(2, count), x.rows()));
    const bool done = collectNearest(
        x, y, ofX, ofY, [&](const Tile &tile) { return half->corrected(tile); }, context.part(0.5, 1));
    const std::vector<float> similarities = targetSimilarities(y, x, xOfY, context);
    if (!done || context.cancelled())
        return {};
    std::vector<float> bestOfX;
    for (Index i = 0; i < x.rows(); ++i)
        bestOfX.push_back(ofX.maxOf(i));
    return matchListsOf(*half, similarities, xOfY, bestOfX, ofY, {0, y.rows()}, count);
}

} // namespace anchorscope
