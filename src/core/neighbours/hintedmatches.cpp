// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/hintedmatches.h"

#include "core/neighbours/collectnearest.h"
#include "core/neighbours/matches.h"
#include "core/projection/relative.h"

namespace anchorscope {

namespace {

/// Returns similarities corrected for hubs and hints, S_ij − ½ r_i − ½ r_j + w (g_ij − 1), in a buffer that the next
/// call in the same thread overwrites. r: mean similarity to the nearest items; g: agreement of hints; w: weight.
Tile hinted(const Tile &tile, const Penalties &half, const Hints &hints, float weight)
{
    return changed(tile, [&](float value, ItemIndex x, ItemIndex y) {
        return half.corrected(value, x, y) + weight * (hints.agreement(x, y) - 1);
    });
}

std::vector<ItemIndex> firstOf(const NearestLists &lists, const std::vector<bool> *seeks)
{
    std::vector<ItemIndex> items;
    for (Index query = 0; query < lists.queries(); ++query)
        items.push_back(seeks && !(*seeks)[static_cast<std::size_t>(query)] ? noItem : lists.of(query)[0].item);
    return items;
}

std::optional<CslsMatches> softMatches(const Matrix &x, const Matrix &y, Index neighbours, const QueryMask *queries,
                                       const Hints &hints, double weight, const RunContext &context)
{
    const auto half = penaltiesOf(x, y, neighbours, context.part(0, 0.5));
    if (!half)
        return std::nullopt;
    NearestLists ofX(x.rows(), 1), ofY(y.rows(), 1);
    const auto change = [&](const Tile &tile) { return hinted(tile, *half, hints, static_cast<float>(weight)); };
    if (!collectNearest(x, y, ofX, ofY, change, context.part(0.5, 1)))
        return std::nullopt;
    return CslsMatches{firstOf(ofX, queries ? &queries->ofX : nullptr),
                       firstOf(ofY, queries ? &queries->ofY : nullptr)};
}

std::vector<std::vector<ItemIndex>> members(const std::vector<std::int32_t> &groupOf, std::int32_t count)
{
    std::vector<std::vector<ItemIndex>> of(static_cast<std::size_t>(count));
    for (std::size_t item = 0; item < groupOf.size(); ++item) {
        if (groupOf[item] >= 0)
            of[static_cast<std::size_t>(groupOf[item])].push_back(static_cast<ItemIndex>(item));
    }
    return of;
}

std::vector<bool> someSeek(const std::vector<bool> *seeks, const std::vector<ItemIndex> &items)
{
    std::vector<bool> some;
    for (const ItemIndex item : items)
        some.push_back(!seeks || (*seeks)[static_cast<std::size_t>(item)]);
    return some;
}

void fill(const std::vector<ItemIndex> &found, const std::vector<ItemIndex> &seeking,
          const std::vector<ItemIndex> &candidates, std::vector<ItemIndex> &matches)
{
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] != noItem)
            matches[static_cast<std::size_t>(seeking[i])] = candidates[static_cast<std::size_t>(found[i])];
    }
}

std::optional<CslsMatches> hardMatches(const Matrix &x, const Matrix &y, Index neighbours, const QueryMask *queries,
                                       const Hints::Groups &groups, const RunContext &context)
{
    const auto ofX = members(groups.ofX, groups.count), ofY = members(groups.ofY, groups.count);
    CslsMatches matches{std::vector(groups.ofX.size(), noItem), std::vector(groups.ofY.size(), noItem)};
    const std::vector<bool> *seekX = queries ? &queries->ofX : nullptr, *seekY = queries ? &queries->ofY : nullptr;
    QueryMask rest{std::vector<bool>(groups.ofX.size()), std::vector<bool>(groups.ofY.size())};
    bool anyRest = false;
    for (auto [side, of, seek, others] :
         {std::tuple(&rest.ofX, &groups.ofX, seekX, &ofY), std::tuple(&rest.ofY, &groups.ofY, seekY, &ofX)}) {
        for (std::size_t item = 0; item < of->size(); ++item) {
            const std::int32_t group = (*of)[item];
            const bool alone = group < 0 || (*others)[static_cast<std::size_t>(group)].empty();
            (*side)[item] = alone && (!seek || (*seek)[item]);
            anyRest = anyRest || (*side)[item];
        }
    }
    for (std::size_t group = 0; group < ofX.size(); ++group) {
        if (ofX[group].empty() || ofY[group].empty())
            continue;
        const auto found = cslsMatches(rowsOf(x, ofX[group], context), rowsOf(y, ofY[group], context), neighbours,
                                       QueryMask{someSeek(seekX, ofX[group]), someSeek(seekY, ofY[group])}, context);
        if (!found)
            return std::nullopt;
        fill(found->yOfX, ofX[group], ofY[group], matches.yOfX);
        fill(found->xOfY, ofY[group], ofX[group], matches.xOfY);
    }
    if (!anyRest)
        return matches;
    const auto among = cslsMatches(x, y, neighbours, rest, context);
    if (!among)
        return std::nullopt;
    for (auto [found, all] : {std::pair(&among->yOfX, &matches.yOfX), std::pair(&among->xOfY, &matches.xOfY)}) {
        for (std::size_t i = 0; i < found->size(); ++i)
            (*all)[i] = (*found)[i] == noItem ? (*all)[i] : (*found)[i];
    }
    return matches;
}

} // namespace

std::optional<CslsMatches> hintedMatches(const Matrix &x, const Matrix &y, Index neighbours, const QueryMask *queries,
                                         const Hints &hints, const HintWeight &weight, const RunContext &context)
{
    if (weight.hard)
        return hardMatches(x, y, neighbours, queries, hints.groups(), context);
    return cachedMatches(x.rows(), y.rows(), queries, context.cache,
                         [&] { return softMatches(x, y, neighbours, queries, hints, weight.weight, context); });
}

} // namespace anchorscope
