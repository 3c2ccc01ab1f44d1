// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/storedrows.h"

#include "core/kernels/half.h"
#include "core/parallel.h"

#include <algorithm>
#include <cassert>

namespace anchorscope {

StoredRows::StoredRows(std::shared_ptr<const void> owner, std::span<const std::byte> numbers, StoredNumber type,
                       Index dimension)
    : m_owner(std::move(owner)), m_numbers(numbers.data()), m_type(type),
      m_items(static_cast<Index>(numbers.size() / bytesOf(type)) / dimension), m_dimension(dimension)
{
    assert(numbers.size() == static_cast<std::size_t>(m_items * dimension) * bytesOf(type));
}

void StoredRows::copyRow(Index item, float *target) const
{
    const std::byte *row = m_numbers + static_cast<std::size_t>(item * m_dimension) * bytesOf(m_type);
    if (m_type == StoredNumber::float16)
        std::copy_n(reinterpret_cast<const Half *>(row), m_dimension, target);
    else
        std::copy_n(reinterpret_cast<const float *>(row), m_dimension, target);
}

Matrix StoredRows::rows(Index first, Index count) const
{
    Matrix result(count, m_dimension);
    for (Index i = 0; i < count; ++i)
        copyRow(first + i, result.row(i).data());
    return result;
}

Matrix StoredRows::all() const
{
    Matrix result(m_items, m_dimension);
    forBlocks(m_items, 4096, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i)
            copyRow(i, result.row(i).data());
    });
    return result;
}

} // namespace anchorscope
