// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/relative.h"

#include "core/data/items.h"
#include "core/parallel.h"
#include "core/product.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

Matrix rowsOf(const MatrixView &matrix, const std::vector<ItemIndex> &rows, const RunContext &context)
{
    Matrix result(static_cast<Index>(rows.size()), matrix.cols());
    forBlocks(
        result.rows(), 4096,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i)
                result.row(i) = matrix.row(rows[static_cast<std::size_t>(i)]);
        },
        context);
    return result;
}

Matrix rowsOf(const PreparedSpace &space, const std::vector<ItemIndex> &items, const RunContext &context)
{
    if (space.distributed)
        return gatheredRows(*space.distributed, items);
    if (!space.stored)
        return rowsOf(space.rows, items, context);
    Matrix result(std::ssize(items), space.dimension());
    forBlocks(
        result.rows(), 1024,
        [&](Index begin, Index end) {
            result.middleRows(begin, end - begin) = space.stored->rows(
                std::span(items).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
        },
        context);
    return result;
}

MatrixView heldRows(const PreparedSpace &space, Index first, Index count, Matrix &converted)
{
    if (space.stored) {
        converted = space.stored->rows(first, count);
        return converted;
    }
    return (space.distributed ? space.distributed->own : space.rows).middleRows(first, count);
}

DistributedRows shareOfRows(const PreparedSpace &space, const std::vector<ItemIndex> &items, const RunContext &context)
{
    if (space.distributed)
        return redistributed(*space.distributed, items);
    const Share own = ownShare(std::ssize(items), *context.communicator);
    return {rowsOf(space, {items.begin() + own.first, items.begin() + own.first + own.count}, context),
            std::ssize(items), context.communicator};
}

bool scaleToUnit(float *values, Index columns)
{
    Eigen::Map<Vector> row(values, columns);
    // The norm is computed in float64, in which even the square of the smallest float32 denormal is not 0.
    const double norm = std::sqrt(row.cast<double>().squaredNorm());
    if (norm == 0)
        return false;
    row = (row.cast<double>() * (1 / norm)).cast<float>(); // a division for each number takes twice the time
    return true;
}

std::vector<ItemIndex> normalizeRows(Matrix &matrix, const RunContext &context)
{
    const auto blocks = mapBlocks(
        matrix.rows(), 1024,
        [&](Index begin, Index end) {
            std::vector<ItemIndex> zero;
            for (Index i = begin; i < end; ++i) {
                if (!scaleToUnit(matrix.row(i).data(), matrix.cols()))
                    zero.push_back(static_cast<ItemIndex>(i));
            }
            return zero;
        },
        context);
    std::vector<ItemIndex> zeroRows;
    if (!blocks)
        return zeroRows;
    for (const auto &zero : *blocks)
        zeroRows.insert(zeroRows.end(), zero.begin(), zero.end());
    return zeroRows;
}

PreparedSpace itemsOf(const PreparedSpace &space, const std::vector<ItemIndex> &items, const RunContext &context)
{
    PreparedSpace part;
    part.rows = rowsOf(space, items, context);
    part.norms = space.norms(items);
    part.mean = space.mean;
    part.scale = space.scale;
    part.centering = space.centering;
    std::vector<bool> zero(static_cast<std::size_t>(space.size()));
    for (const ItemIndex item : space.zeroRows)
        zero[static_cast<std::size_t>(item)] = true;
    for (std::size_t j = 0; j < items.size(); ++j) {
        if (zero[static_cast<std::size_t>(items[j])])
            part.zeroRows.push_back(static_cast<ItemIndex>(j));
    }
    return part;
}

namespace {

/// Similarities of all items to the anchors. Zero rows have similarity 0 and are not used to fit the similarity.
Matrix relativeOf(const PreparedSpace &space, const AnchorRows &anchors, const Similarity &similarity,
                  const RunContext &context, const SimilarityOptions &options)
{
    if (space.zeroRows.empty())
        return similarity.relative(space, anchors, options, context);
    const std::vector<ItemIndex> items = itemsBut(space.size(), space.zeroRows);
    PreparedSpace part = itemsOf(space, items, context);
    part.whole = space.whole;
    const Matrix relative = similarity.relative(part, anchors, options, context);
    Matrix all = Matrix::Zero(space.size(), relative.cols());
    all(items, allIndices) = relative;
    return all;
}

/// Mean norm of all rows that are not zero, before scaling; 0 if all are zero.
float meanNorm(const PreparedSpace &space)
{
    const Index items = space.size() - std::ssize(space.zeroRows);
    return items > 0 ? space.norms.sum() / static_cast<float>(items) : 0;
}

AnchorRows rowsOfItems(const PreparedSpace &space, const std::vector<ItemIndex> &anchors)
{
    return {rowsOf(space.rows, anchors), space.norms(anchors)};
}

AnchorRows rowsOfVectors(const PreparedSpace &space, const MatrixView &anchors)
{
    return {anchors, Vector::Constant(anchors.rows(), meanNorm(space))};
}

} // namespace

Matrix relativeTo(const PreparedSpace &space, const std::vector<ItemIndex> &anchors, const Similarity &similarity,
                  const RunContext &context, const SimilarityOptions &options)
{
    return relativeOf(space, rowsOfItems(space, anchors), similarity, context, options);
}

Matrix relativeTo(const PreparedSpace &space, const MatrixView &anchors, const Similarity &similarity,
                  const RunContext &context, const SimilarityOptions &options)
{
    return relativeOf(space, rowsOfVectors(space, anchors), similarity, context, options);
}

Matrix canonicalCoordinates(const MatrixView &rows, const CanonicalMetric &metric, Side side, const RunContext &context)
{
    const Matrix &mean = side == Side::x ? metric.meanOfX : metric.meanOfY;
    const Matrix &directions = side == Side::x ? metric.directionsOfX : metric.directionsOfY;
    Matrix coordinates;
    if (mean.size() == 0) {
        coordinates = productTransposed(rows, directions, context);
    } else {
        Matrix moved = rows;
        for (Index i = 0; i < moved.rows() && !context.cancelled(); ++i) {
            if ((moved.row(i).array() != 0).any())
                moved.row(i) -= mean.row(0);
        }
        normalizeRows(moved, context);
        coordinates = productTransposed(moved, directions, context);
    }
    normalizeRows(coordinates, context);
    return coordinates;
}

Matrix canonicalCoordinates(const PreparedSpace &space, const std::vector<ItemIndex> &items,
                            const CanonicalMetric &metric, Side side, const RunContext &context)
{
    if (!space.stored && !space.distributed && std::ssize(items) == space.size())
        return canonicalCoordinates(space.rows, metric, side, context);
    if (!space.stored)
        return canonicalCoordinates(rowsOf(space, items, context), metric, side, context);
    constexpr Index rowsAtOnce = 16384; // number of rows per product, enough for full speed
    Matrix coordinates(std::ssize(items), (side == Side::x ? metric.directionsOfX : metric.directionsOfY).rows());
    for (Index begin = 0; begin < coordinates.rows() && !context.cancelled(); begin += rowsAtOnce) {
        const Index end = std::min(begin + rowsAtOnce, coordinates.rows());
        coordinates.middleRows(begin, end - begin) = canonicalCoordinates(
            rowsOf(space, {items.begin() + begin, items.begin() + end}, context), metric, side, context);
    }
    return coordinates;
}

Matrix anchorsOf(const AnchoredPair &pair, Side side)
{
    if (side == Side::x)
        return rowsOf(pair.x.rows, pair.anchors.matchedItemsOfX());
    return pair.anchors.optimized() ? pair.anchors.continuousY : rowsOf(pair.y.rows, pair.anchors.seedsOfY);
}

namespace {

/// Relative vectors of all items in `part`, which holds some or all items of one space of the pair.
Matrix relativeRowsOf(const PreparedSpace &part, const AnchoredPair &pair, Side side, const RunContext &context)
{
    if (pair.similarity.learned) {
        const CanonicalMetric &metric = pair.anchors.metric;
        const Matrix anchors = canonicalCoordinates(anchorsOf(pair, Side::x), metric, Side::x, context);
        return productTransposed(canonicalCoordinates(part.rows, metric, side, context), anchors, context);
    }
    const AnchorRows anchors = side == Side::x            ? rowsOfItems(pair.x, pair.anchors.matchedItemsOfX())
                               : pair.anchors.optimized() ? rowsOfVectors(pair.y, pair.anchors.continuousY)
                                                          : rowsOfItems(pair.y, pair.anchors.seedsOfY);
    return relativeOf(part, anchors, pair.similarity, context, pair.similarityOptions);
}

} // namespace

Matrix relativeRows(const AnchoredPair &pair, Side side, const RunContext &context)
{
    return relativeRowsOf(pair.of(side), pair, side, context);
}

Matrix relativeRows(const AnchoredPair &pair, Side side, const std::vector<ItemIndex> &items, const RunContext &context)
{
    const PreparedSpace &space = pair.of(side);
    if (std::ssize(items) == space.size())
        return relativeRowsOf(space, pair, side, context);
    if (pair.similarity.fitted)
        return rowsOf(relativeRowsOf(space, pair, side, context), items, context);
    PreparedSpace part = itemsOf(space, items, context);
    part.whole = space.whole;
    return relativeRowsOf(part, pair, side, context);
}

Matrix alignedRows(const AnchoredPair &pair, Side side, const std::vector<ItemIndex> &items, const RunContext &context)
{
    if (!pair.anchors.metric.empty())
        return canonicalCoordinates(pair.of(side), items, pair.anchors.metric, side, context);
    Matrix rows = relativeRows(pair, side, items, context);
    normalizeRows(rows, context);
    return rows;
}

} // namespace anchorscope
