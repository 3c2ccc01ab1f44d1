// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/preprocess.h"

#include "core/distributed/communicator.h"
#include "core/parallel.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

namespace {

constexpr CenteringChoice choices[] = {
    {Centering::none, "none", "No centring"},
    {Centering::center, "center", "Centred"},
    {Centering::standardize, "standardize", "Standardized"},
};

/// Vectors to prepare: all vectors, the vectors of this MPI rank, or vectors stored in the number type of their file.
struct Vectors
{
    const Matrix *matrix = nullptr;
    const StoredRows *stored = nullptr;
    Index items = 0;
    Communicator *communicator = nullptr;

    Index rows() const { return stored ? stored->items() : matrix->rows(); }
    Index columns() const { return stored ? stored->dimension() : matrix->cols(); }
    template <class Visit> void visit(Index begin, Index end, const Visit &onRows) const
    {
        if (stored)
            onRows(stored->rows(begin, end - begin));
        else
            onRows(matrix->middleRows(begin, end - begin));
    }
};

/// Gathers the sums of the blocks of all MPI ranks, one row for each block. No block is divided between ranks.
MatrixD gatheredSums(const std::vector<VectorD> &own, Index items, Index columns, Communicator &communicator)
{
    const auto blocksOf = [](Index rows) { return (rows + blockOfShares - 1) / blockOfShares; };
    MatrixD sums(blocksOf(items), columns);
    std::vector<std::size_t> sizes;
    for (int rank = 0; rank < communicator.size(); ++rank)
        sizes.push_back(static_cast<std::size_t>(blocksOf(shareOf(items, rank, communicator.size()).count) * columns) *
                        sizeof(double));
    const Index first = ownShare(items, communicator).first / blockOfShares;
    for (std::size_t i = 0; i < own.size(); ++i)
        sums.row(first + static_cast<Index>(i)) = own[i];
    communicator.gather(reinterpret_cast<std::byte *>(sums.data()), sizes);
    return sums;
}

/// Mean of f(row) over all rows that are not zero, summed in float64 in the order of blocks; zeros if cancelled.
template <class RowFunction> VectorD meanOfRows(const Vectors &vectors, const RunContext &context, RowFunction f)
{
    // The sums have one column for each dimension; an additional last column counts the rows.
    const Index columns = vectors.columns(), last = columns;
    const auto sums = mapBlocks(
        vectors.rows(), blockOfShares,
        [&](Index begin, Index end) {
            VectorD sum = VectorD::Zero(columns + 1);
            vectors.visit(begin, end, [&](const auto &rows) {
                for (Index i = 0; i < rows.rows(); ++i) {
                    if ((rows.row(i).array() == 0).all())
                        continue;
                    sum.head(columns) += f(rows.row(i).template cast<double>().transpose());
                    ++sum[last];
                }
            });
            return sum;
        },
        context);
    VectorD total = VectorD::Zero(columns + 1);
    if (!sums)
        return total.head(columns);
    if (vectors.communicator) {
        const MatrixD all = gatheredSums(*sums, vectors.items, columns + 1, *vectors.communicator);
        for (Index block = 0; block < all.rows(); ++block)
            total += all.row(block).transpose();
    } else {
        for (const VectorD &sum : *sums)
            total += sum;
    }
    return total.head(columns) / std::max(1.0, total[last]);
}

RowStatistics statisticsOf(const Vectors &vectors, Centering centering, const RunContext &context)
{
    RowStatistics found{VectorD::Zero(vectors.columns()), {}};
    if (centering != Centering::none)
        found.mean = meanOfRows(vectors, context, [](const auto &row) { return row; });
    if (centering == Centering::standardize) {
        found.scale = meanOfRows(vectors, context, [&](const auto &row) {
                          return VectorD((row - found.mean).array().square());
                      }).cwiseSqrt();
        // A constant dimension is zero after centring; its divisor is 1 to avoid 0 / 0.
        found.scale = (found.scale.array() > 0).select(found.scale, 1);
    }
    return found;
}

PreparedSpace emptySpace(const RowStatistics &statistics, Index items, Centering centering)
{
    PreparedSpace space;
    space.centering = centering;
    space.norms.setZero(items);
    space.mean = statistics.mean.cast<float>();
    space.scale = Vector::Ones(space.mean.size());
    if (statistics.scale.size() > 0)
        space.scale = statistics.scale.cast<float>();
    return space;
}

float lengthOf(const Matrix &rows, Index row)
{
    return static_cast<float>(rows.row(row).cast<double>().norm());
}

PreparedSpace preparedBy(const RowStatistics &statistics, Matrix vectors, Centering centering,
                         const RunContext &context)
{
    PreparedSpace space = emptySpace(statistics, vectors.rows(), centering);
    space.rows = std::move(vectors);
    forBlocks(
        space.rows.rows(), blockOfShares,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i) {
                float *row = space.rows.row(i).data();
                statistics.apply(row, row);
                space.norms[i] = lengthOf(space.rows, i);
            }
        },
        context);
    space.zeroRows = normalizeRows(space.rows, context);
    return space;
}

/// Prepares vectors kept in the number type of their file: norms and zero rows immediately, rows on each access.
PreparedSpace preparedBy(const RowStatistics &statistics, StoredRows vectors, Centering centering,
                         const RunContext &context)
{
    const Index items = vectors.items();
    PreparedSpace space = emptySpace(statistics, items, centering);
    forBlocks(
        items, blockOfShares,
        [&](Index begin, Index end) {
            Matrix rows = vectors.rows(begin, end - begin);
            for (Index i = 0; i < rows.rows(); ++i) {
                statistics.apply(rows.row(i).data(), rows.row(i).data());
                space.norms[begin + i] = lengthOf(rows, i);
            }
        },
        context);
    for (Index i = 0; i < items; ++i) {
        if (space.norms[i] == 0)
            space.zeroRows.push_back(static_cast<ItemIndex>(i));
    }
    space.stored.emplace(std::move(vectors), statistics);
    return space;
}

/// Gathers the norms of the rows and the indices of zero rows on every MPI rank.
void gatherFacts(PreparedSpace &space, Index items, Communicator &communicator)
{
    const Index first = ownShare(items, communicator).first;
    Vector norms(items);
    norms.segment(first, space.norms.size()) = space.norms;
    allGather(communicator, norms.data(), items);
    space.norms = std::move(norms);
    std::vector<std::uint8_t> isZero(static_cast<std::size_t>(items));
    for (const ItemIndex row : space.zeroRows)
        isZero[static_cast<std::size_t>(first + row)] = 1;
    allGather(communicator, isZero.data(), items);
    space.zeroRows.clear();
    for (std::size_t item = 0; item < isZero.size(); ++item) {
        if (isZero[item])
            space.zeroRows.push_back(static_cast<ItemIndex>(item));
    }
}

} // namespace

void RowStatistics::apply(const float *from, float *to) const
{
    const Eigen::Map<const Vector> row(from, mean.size());
    Eigen::Map<Vector> result(to, mean.size());
    constexpr double rounding = std::numeric_limits<float>::epsilon();
    const VectorD vector = row.cast<double>(), centred = vector - mean;
    if ((vector.array() == 0).all() || (centred.array().abs() <= rounding * vector.array().abs()).all())
        result.setZero();
    else if (scale.size() == 0)
        result = centred.cast<float>();
    else
        result = (centred.array() / scale.array()).cast<float>();
}

void StoredSpace::prepareRow(Index item, float *target) const
{
    m_vectors.copyRow(m_order.empty() ? item : m_order[static_cast<std::size_t>(item)], target);
    m_statistics.apply(target, target);
    scaleToUnit(target, dimension());
}

Matrix StoredSpace::rows(std::span<const ItemIndex> items) const
{
    Matrix result(std::ssize(items), dimension());
    for (Index i = 0; i < result.rows(); ++i)
        prepareRow(items[static_cast<std::size_t>(i)], result.row(i).data());
    return result;
}

Matrix StoredSpace::rows(Index first, Index count) const
{
    Matrix result(count, dimension());
    for (Index i = 0; i < count; ++i)
        prepareRow(first + i, result.row(i).data());
    return result;
}

void StoredSpace::reorder(const std::vector<ItemIndex> &order)
{
    m_order = m_order.empty() ? order : elementsAt(m_order, order);
}

std::span<const CenteringChoice> centeringChoices()
{
    return choices;
}

const char *centeringId(Centering centering)
{
    return choices[static_cast<std::size_t>(centering)].id;
}

PreparedSpace prepare(Matrix vectors, Centering centering, const RunContext &context)
{
    const RowStatistics statistics = statisticsOf({.matrix = &vectors, .items = vectors.rows()}, centering, context);
    return preparedBy(statistics, std::move(vectors), centering, context);
}

PreparedSpace prepareBy(const Matrix &statistics, Matrix vectors, Centering centering, const RunContext &context)
{
    return preparedBy(statisticsOf({.matrix = &statistics, .items = statistics.rows()}, centering, context),
                      std::move(vectors), centering, context);
}

PreparedSpace prepare(DistributedRows vectors, Centering centering, const RunContext &context)
{
    const RowStatistics statistics = statisticsOf(
        {.matrix = &vectors.own, .items = vectors.items, .communicator = vectors.communicator}, centering, context);
    PreparedSpace space = preparedBy(statistics, std::move(vectors.own), centering, context);
    space.distributed = DistributedRows{std::move(space.rows), vectors.items, vectors.communicator};
    gatherFacts(space, vectors.items, *vectors.communicator);
    return space;
}

PreparedSpace prepare(StoredRows vectors, Centering centering, const RunContext &context)
{
    const RowStatistics statistics = statisticsOf({.stored = &vectors, .items = vectors.items()}, centering, context);
    return preparedBy(statistics, std::move(vectors), centering, context);
}

PreparedSpace prepareBy(const Matrix &statistics, StoredRows vectors, Centering centering, const RunContext &context)
{
    return preparedBy(statisticsOf({.matrix = &statistics, .items = statistics.rows()}, centering, context),
                      std::move(vectors), centering, context);
}

Matrix asRead(const PreparedSpace &space, const RunContext &context)
{
    Matrix vectors(space.rows.rows(), space.rows.cols());
    forBlocks(
        vectors.rows(), blockOfShares,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i) {
                if (space.norms[i] == 0)
                    vectors.row(i).setZero();
                else
                    vectors.row(i) = (space.rows.row(i).transpose().array() * space.norms[i] * space.scale.array() +
                                      space.mean.array())
                                         .matrix()
                                         .transpose();
            }
        },
        context);
    return vectors;
}

PreparedSpace preparedLike(const PreparedSpace &space, Matrix vectors, const RunContext &context)
{
    RowStatistics statistics{space.mean.cast<double>(), {}};
    if (space.centering == Centering::standardize)
        statistics.scale = space.scale.cast<double>();
    return preparedBy(statistics, std::move(vectors), space.centering, context);
}

} // namespace anchorscope
