// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/pathspace.h"

#include "core/alignment/subset.h"
#include "core/projection/relative.h"

namespace anchorscope {

namespace {

PathSpace pathSpace(const PreparedSpace &space, const std::vector<ItemIndex> &order, const RunContext &context)
{
    PathSpace result;
    result.items = itemsTakingPart(space);
    const Matrix some = space.zeroRows.empty() ? Matrix() : rowsOf(space.rows, result.items, context);
    // Not copying the rows of the space saves up to a third of the memory.
    const Matrix &rows = space.zeroRows.empty() ? space.rows : some;
    result.basis = canonicalBasis(rows, space.centering, context);
    if (!context.cancelled())
        result.rows = inBasis(result.basis, rows, context);
    for (const ItemIndex item : reliableItems(space, order, space.size())) {
        if (const ItemIndex row = result.rowOf(item); row != noItem)
            result.reliable.push_back(row);
    }
    return result;
}

PathSpace partOf(const PathSpace &whole, const std::vector<ItemIndex> &rows, const RunContext &context)
{
    PathSpace part;
    part.rows = rowsOf(whole.rows, rows, context);
    part.basis = whole.basis;
    part.items = elementsAt(whole.items, rows);
    for (const ItemIndex row : whole.reliable) {
        if (const ItemIndex place = placeOf(row, rows); place != noItem)
            part.reliable.push_back(place);
    }
    return part;
}

} // namespace

ItemIndex PathSpace::rowOf(ItemIndex item) const
{
    return placeOf(item, items);
}

std::vector<ItemIndex> reliableRows(const PathSpace &space, const std::vector<ItemIndex> &others, Index count)
{
    std::vector<ItemIndex> rows = space.reliable;
    rows.resize(static_cast<std::size_t>(std::min(count, space.size())));
    return ascending(std::move(rows), others);
}

CanonicalMetric metricOf(const PathSpaces &spaces, const CanonicalMaps &maps, double ridge)
{
    return canonicalMetric(spaces.x.basis, spaces.y.basis, maps, ridge);
}

PathSpaces pathSpaces(const OptimizeInput &input, const RunContext &context)
{
    PathSpaces spaces{pathSpace(input.x, input.orderOfX, context), pathSpace(input.y, input.orderOfY, context), {}, {}};
    for (std::size_t s = 0; s < input.seedsOfY.size(); ++s) {
        const ItemIndex x = spaces.x.rowOf(input.anchorsOfX[s]), y = spaces.y.rowOf(input.seedsOfY[s]);
        if (x == noItem || y == noItem)
            continue;
        spaces.seeds.add(x, y, 1);
        spaces.seedPlaces.push_back(static_cast<Index>(s));
    }
    spaces.hints = input.hints.among(spaces.x.items, spaces.y.items).scaledBy(spaces.seeds.x, spaces.seeds.y);
    return spaces;
}

PathSpaces partOf(const PathSpaces &whole, const std::vector<ItemIndex> &rowsOfX, const std::vector<ItemIndex> &rowsOfY,
                  const RunContext &context)
{
    PathSpaces part{partOf(whole.x, rowsOfX, context),
                    partOf(whole.y, rowsOfY, context),
                    {},
                    whole.seedPlaces,
                    whole.hints.among(rowsOfX, rowsOfY),
                    whole.hintWeight};
    for (std::size_t s = 0; s < whole.seeds.count(); ++s)
        part.seeds.add(placeOf(whole.seeds.x[s], rowsOfX), placeOf(whole.seeds.y[s], rowsOfY), 1);
    return part;
}

} // namespace anchorscope
