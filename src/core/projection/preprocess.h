// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/storedrows.h"
#include "core/distributedrows.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <optional>
#include <span>
#include <vector>

namespace anchorscope {

/// Statistics by which the rows of a space are transformed before they are scaled to unit length.
struct RowStatistics
{
    VectorD mean;
    VectorD scale; ///< divisor of each of the d columns; empty if all are 1

    /// Subtracts the mean and divides by the scale. A zero row, and a row that equals the mean up to the rounding of
    /// float32, become zero. `from` and `to` can be the same row.
    void apply(const float *from, float *to) const;
};

/// Large space in its file's number type. Rows are prepared on each access, bit for bit as by prepare().
class StoredSpace
{
public:
    StoredSpace(StoredRows vectors, RowStatistics statistics)
        : m_vectors(std::move(vectors)), m_statistics(std::move(statistics))
    {
    }

    Index size() const { return m_vectors.items(); }
    Index dimension() const { return m_vectors.dimension(); }
    Matrix rows(std::span<const ItemIndex> items) const;
    Matrix rows(Index first, Index count) const;
    /// Reorders the items: new item j is the current item order[j].
    void reorder(const std::vector<ItemIndex> &order);

private:
    void prepareRow(Index item, float *target) const;

    StoredRows m_vectors;
    RowStatistics m_statistics;
    std::vector<ItemIndex> m_order; ///< stored row of each item; empty if item i is row i
};

/// Transforms of a space before its rows are scaled to unit length (core/definitions.md, 1).
enum class Centering {
    none,        ///< no centring, as in the papers RR and AO
    center,      ///< subtracts the space's own mean, as in the paper IRP; the default
    standardize, ///< subtracts the mean and divides by the population standard deviation of each dimension
};

struct CenteringChoice
{
    Centering value;
    const char *id;
    const char *label;
};
std::span<const CenteringChoice> centeringChoices();
const char *centeringId(Centering centering);

/// Space prepared for similarities: unit rows, and the transform that produced them.
struct PreparedSpace
{
    Matrix rows;  ///< unit rows, n × d; zero rows stay zero
    Vector norms; ///< norms of the n rows before scaling (0 for zero rows)
    Vector mean;  ///< mean that was subtracted, d numbers; zero for Centering::none
    Vector scale; ///< divisors of the d dimensions; ones unless standardized
    Centering centering = Centering::center;
    /// rows that are zero after centring, ascending; they are ignored everywhere
    std::vector<ItemIndex> zeroRows;
    /// Rows of a space distributed over MPI ranks (canonical path only). If set, `rows` is empty.
    std::optional<DistributedRows> distributed = {};
    /// Rows of a large space in the number type of its file. If set, `rows` is empty; see rowsOf(space, items).
    std::optional<StoredSpace> stored = {};
    /// Space in all dimensions if `rows` are coordinates in the span of its rows (SpanReduction); null otherwise.
    const PreparedSpace *whole = nullptr;

    const PreparedSpace &inAllDimensions() const { return whole ? *whole : *this; }
    Index size() const { return distributed ? distributed->items : stored ? stored->size() : rows.rows(); }
    Index dimension() const
    {
        return distributed ? distributed->own.cols() : stored ? stored->dimension() : rows.cols();
    }
};

/// Prepares vectors (n × d, n ≥ 1, d ≥ 1, all finite), in place if they are moved in. Means are computed in float64
/// over the rows that are not zero. Incomplete if cancelled.
PreparedSpace prepare(Matrix vectors, Centering centering, const RunContext &context = {});
/// Like prepare(), but with mean and deviation of the rows `statistics` (at least one), such as anchors (paper IRP).
PreparedSpace prepareBy(const Matrix &statistics, Matrix vectors, Centering centering, const RunContext &context = {});
/// Like prepare(Matrix), for vectors that are distributed over MPI ranks (enoughToDistribute()); in place.
PreparedSpace prepare(DistributedRows vectors, Centering centering, const RunContext &context = {});
/// Like prepare(Matrix), for vectors that remain in the number type of their file; rows are prepared on each access.
PreparedSpace prepare(StoredRows vectors, Centering centering, const RunContext &context = {});
PreparedSpace prepareBy(const Matrix &statistics, StoredRows vectors, Centering centering,
                        const RunContext &context = {});
/// Prepares other vectors with the mean and the deviations of a space. Incomplete if cancelled.
PreparedSpace preparedLike(const PreparedSpace &space, Matrix vectors, const RunContext &context = {});

/// Vectors from which a space in memory was prepared, up to rounding; zero rows stay zero. Incomplete if cancelled.
Matrix asRead(const PreparedSpace &space, const RunContext &context = {});

} // namespace anchorscope
