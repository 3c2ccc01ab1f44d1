// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/canonicalbasis.h"

#include "core/product.h"
#include "core/projection/pca.h"
#include "core/projection/relative.h"

#include <algorithm>

namespace anchorscope {

namespace {

Matrix centred(const MatrixView &rows, const Matrix &mean, const RunContext &context)
{
    Matrix moved = rows;
    moved.rowwise() -= mean.row(0);
    normalizeRows(moved, context);
    return moved;
}

CanonicalBasis basisOf(const PreparedSpace &space, const RunContext &context)
{
    if (space.zeroRows.empty())
        return canonicalBasis(space.rows, space.centering, context);
    return canonicalBasis(rowsOf(space.rows, itemsTakingPart(space), context), space.centering, context);
}

/// Converts the directions of a map in the basis (d′ × r) to all dimensions (r × d).
Matrix inFull(const CanonicalBasis &basis, const Matrix &map)
{
    const Matrix directions = map.transpose();
    return basis.components.size() > 0 ? Matrix(directions * basis.components) : directions;
}

} // namespace

std::vector<ItemIndex> itemsTakingPart(const PreparedSpace &space)
{
    std::vector<ItemIndex> items;
    std::ranges::set_difference(allItems(space.size()), space.zeroRows, std::back_inserter(items));
    return items;
}

CanonicalBasis canonicalBasis(const MatrixView &rows, Centering centering, const RunContext &context)
{
    CanonicalBasis basis;
    const bool moves = centering == Centering::none;
    if (moves)
        basis.mean = rows.cast<double>().colwise().mean().cast<float>();
    if (rows.cols() > maxCanonicalDimension) {
        const PcaOptions leading{std::min(maxCanonicalDimension, rows.rows()), maxCanonicalDimension, 0};
        basis.components =
            (moves ? fitPca({centred(rows, basis.mean, context)}, leading, context) : fitPca({rows}, leading, context))
                .components;
    }
    return basis;
}

Matrix inBasis(const CanonicalBasis &basis, const Matrix &rows, const RunContext &context)
{
    const auto leading = [&](const Matrix &of) {
        if (basis.components.size() == 0 || context.cancelled())
            return of;
        Matrix projected = productTransposed(of, basis.components, context);
        normalizeRows(projected, context);
        return projected;
    };
    return basis.mean.size() > 0 ? leading(centred(rows, basis.mean, context)) : leading(rows);
}

CanonicalMetric canonicalMetric(const CanonicalBasis &x, const CanonicalBasis &y, const CanonicalMaps &maps,
                                double ridge)
{
    return {ridge, inFull(x, maps.a), inFull(y, maps.b), x.mean, y.mean};
}

CanonicalMetric fitCanonicalMetric(const PreparedSpace &x, const PreparedSpace &y, const WeightedPairs &pairs,
                                   double ridge, const RunContext &context)
{
    const CanonicalBasis basisX = basisOf(x, context), basisY = basisOf(y, context);
    if (context.cancelled())
        return {};
    WeightedPairs part, places; // pairs without zero rows: as items, and as positions among the copied rows
    for (std::size_t i = 0; i < pairs.count(); ++i) {
        if (std::ranges::binary_search(x.zeroRows, pairs.x[i]) || std::ranges::binary_search(y.zeroRows, pairs.y[i]))
            continue;
        const auto place = static_cast<ItemIndex>(part.count());
        part.add(pairs.x[i], pairs.y[i], pairs.weights[i]);
        places.add(place, place, pairs.weights[i]);
    }
    if (part.count() == 0)
        return {};
    const auto maps = canonicalMaps(inBasis(basisX, rowsOf(x.rows, part.x), context),
                                    inBasis(basisY, rowsOf(y.rows, part.y), context), places, ridge, context);
    return maps ? canonicalMetric(basisX, basisY, *maps, ridge) : CanonicalMetric();
}

} // namespace anchorscope
