// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/product.h"

#include "core/distributed/communicator.h"
#include "core/parallel.h"

#include <algorithm>

namespace anchorscope {

namespace {

/// Number of strips into which the columns of a symmetric product are divided. Only the 10 blocks on and above the
/// diagonal of the 4 × 4 blocks are computed; the others are copied.
constexpr Index stripsOfSymmetric = 4;

/// Adds aᵀ · b to a sum in float64. If a and b are the same matrix, blocks left of the diagonal are not computed.
class CrossChunk
{
public:
    CrossChunk(Index p, Index q) : m_left(p, kernels::chunkDepth), m_product(Matrix::Zero(p, q)) {}

    void add(const MatrixView &a, const MatrixView &b, bool symmetric, MatrixD &sum)
    {
        kernels::active().transpose(a.data(), a.outerStride(), a.rows(), a.cols(), m_left.data(), m_left.cols());
        const Index height = symmetric ? (a.cols() + stripsOfSymmetric - 1) / stripsOfSymmetric : a.cols();
        for (Index top = 0; top < a.cols(); top += height) {
            const Index first = symmetric ? top : 0;
            kernels::PackedRows right(b.cols() - first, b.rows());
            right.packTransposed(b.data() + first, b.outerStride());
            kernels::productTransposed(m_left.data() + top * m_left.cols(), m_left.cols(), right,
                                       m_product.data() + top * m_product.cols() + first, m_product.cols(),
                                       std::min(height, a.cols() - top));
        }
        sum += m_product.cast<double>();
    }

private:
    Matrix m_left, m_product;
};

class PlainRows
{
public:
    explicit PlainRows(const MatrixView &rows) : m_rows(rows) {}
    MatrixView chunk(Index begin, Index count, Matrix &) const { return m_rows.middleRows(begin, count); }

private:
    const MatrixView &m_rows;
};

class CentredRows
{
public:
    CentredRows(const MatrixView &rows, const VectorD &mean) : m_rows(rows), m_mean(mean.transpose()) {}
    MatrixView chunk(Index begin, Index count, Matrix &room) const
    {
        room.resize(count, m_rows.cols());
        for (Index i = 0; i < count; ++i)
            room.row(i) = (m_rows.row(begin + i).cast<double>() - m_mean).cast<float>();
        return room;
    }

private:
    const MatrixView &m_rows;
    const Eigen::RowVectorXd m_mean;
};

/// Joined rows (JoinedRows) as input of a cross product; only those of one chunk are in memory together.
class ChosenPairs
{
public:
    explicit ChosenPairs(const JoinedRows &pairs) : m_pairs(pairs) {}
    MatrixView chunk(Index begin, Index count, Matrix &room) const
    {
        const Index p = m_pairs.a.cols(), q = m_pairs.b.cols();
        room.resize(count, p + q);
        for (Index i = 0; i < count; ++i) {
            const auto at = static_cast<std::size_t>(begin + i);
            room.row(i).head(p) = m_pairs.factors[at] * m_pairs.a.row(m_pairs.itemsOfA[at]);
            room.row(i).tail(q) = m_pairs.factors[at] * m_pairs.b.row(m_pairs.itemsOfB[at]);
        }
        return room;
    }

private:
    const JoinedRows &m_pairs;
};

/// Number of rows in a block of a cross product; the partial sums of at most 64 blocks take at most 128 MB.
Index rowsOfBlock(Index n, Index p, Index q)
{
    const Index blocks = std::clamp<Index>((Index{1} << 24) / std::max<Index>(1, p * q), 8, 64);
    return std::max<Index>(5 * kernels::chunkDepth, (n + blocks - 1) / blocks);
}

/// Computes aᵀ · b over the rows `begin` to `end` − 1. `symmetric`: a and b are the same matrix.
template <class Rows>
MatrixD crossProductOfRows(const Rows &a, const Rows &b, Index begin, Index end, Index p, Index q, bool symmetric,
                           const RunContext &context)
{
    // Sums of at most chunkDepth rows are in float32, the sum of these in float64.
    MatrixD sum = MatrixD::Zero(p, q);
    CrossChunk chunk(p, q);
    Matrix roomOfA, roomOfB;
    for (Index i = begin; i < end && !context.cancelled(); i += kernels::chunkDepth) {
        const Index rows = std::min<Index>(kernels::chunkDepth, end - i);
        const MatrixView ofA = a.chunk(i, rows, roomOfA);
        chunk.add(ofA, symmetric ? ofA : b.chunk(i, rows, roomOfB), symmetric, sum);
    }
    return sum;
}

/// Computes aᵀ · b over all rows. MPI ranks sum some of the blocks each, and add these sums in the same order.
template <class Rows>
MatrixD crossProductOf(const Rows &a, const Rows &b, Index n, Index p, Index q, bool symmetric,
                       Communicator *communicator, const RunContext &context)
{
    const Index height = rowsOfBlock(n, p, q), blocks = (n + height - 1) / height;
    const Share own = communicator ? ownShare(blocks, *communicator) : Share{0, blocks};
    auto partial = mapBlocks(
        own.count, 1,
        [&](Index block, Index) {
            const Index begin = (own.first + block) * height;
            return crossProductOfRows(a, b, begin, std::min(n, begin + height), p, q, symmetric, context);
        },
        context);
    if (!partial)
        return {};
    MatrixD total = MatrixD::Zero(p, q);
    for (int rank = 0; rank < (communicator ? communicator->size() : 1); ++rank) {
        const Share share = communicator ? shareOf(blocks, rank, communicator->size()) : own;
        for (Index block = 0; block < share.count; ++block) {
            const bool isOwn = !communicator || rank == communicator->rank();
            MatrixD sum = isOwn ? std::move((*partial)[static_cast<std::size_t>(block)]) : MatrixD(p, q);
            if (communicator)
                broadcastFrom(rank, *communicator, sum.data(), sum.size());
            total += sum;
        }
    }
    if (symmetric)
        total.triangularView<Eigen::StrictlyLower>() = total.transpose();
    return total;
}

} // namespace

kernels::PackedRows packRows(const MatrixView &rows, const RunContext &context)
{
    kernels::PackedRows packed(rows.rows(), rows.cols());
    forBlocks(
        packed.panels(), 16,
        [&](Index begin, Index end) {
            for (Index p = begin; p < end; ++p)
                packed.packPanel(p, rows.data() + p * packed.panelWidth() * rows.outerStride(), rows.outerStride());
        },
        context);
    return packed;
}

Matrix productTransposed(const MatrixView &a, const MatrixView &b, const RunContext &context)
{
    Matrix c(a.rows(), b.rows());
    const kernels::PackedRows right = packRows(b, context);
    // rows in a block; in small matrices a quarter of this, so that all threads have work
    constexpr Index height = 240;
    forBlocks(
        a.rows(), a.rows() > 4 * height ? height : height / 4,
        [&](Index begin, Index end) {
            kernels::productTransposed(a.data() + begin * a.outerStride(), a.outerStride(), right,
                                       c.data() + begin * c.cols(), c.cols(), end - begin);
        },
        context);
    return c;
}

MatrixD crossProduct(const MatrixView &a, const MatrixView &b, const RunContext &context)
{
    const bool same = a.data() == b.data() && a.cols() == b.cols() && a.outerStride() == b.outerStride();
    return crossProductOf(PlainRows(a), PlainRows(b), a.rows(), a.cols(), b.cols(), same, nullptr, context);
}

MatrixD scatterMatrix(const MatrixView &rows, const VectorD &mean, const RunContext &context)
{
    const CentredRows centred(rows, mean);
    return crossProductOf(centred, centred, rows.rows(), rows.cols(), rows.cols(), true, nullptr, context);
}

MatrixD crossProduct(const JoinedRows &z, const RunContext &context)
{
    const ChosenPairs pairs(z);
    const Index columns = z.a.cols() + z.b.cols();
    return crossProductOf(pairs, pairs, std::ssize(z.factors), columns, columns, true, context.communicator, context);
}

} // namespace anchorscope
