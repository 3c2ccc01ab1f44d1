// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/storedrows.h"
#include "core/matrix.h"

#include <span>
#include <vector>

namespace anchorscope {

/// Statistics by which the rows of a space are transformed before they are scaled to unit length.
struct RowStatistics
{
    VectorD mean;
    VectorD scale; ///< divisor of each of the d columns; empty if all are 1

    /// Subtracts the mean and divides by the scale. The result is zero if the row is zero, or is the mean up to the
    /// rounding of float32. `from` and `to` may be the same.
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

} // namespace anchorscope
