// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace anchorscope {

/// A number type of files whose values convert exactly to float32.
enum class StoredNumber { float16, float32 };
constexpr std::size_t bytesOf(StoredNumber type)
{
    return type == StoredNumber::float16 ? 2 : 4;
}

/// n × d vectors in the type of their file; rows become float32 when they are used. Copies share the numbers.
class StoredRows
{
public:
    /// Wraps numbers in memory: items · dimension of them, row by row, in this machine's byte order. `owner` keeps them
    /// alive.
    StoredRows(std::shared_ptr<const void> owner, std::span<const std::byte> numbers, StoredNumber type,
               Index dimension);

    Index items() const { return m_items; }
    Index dimension() const { return m_dimension; }
    void copyRow(Index item, float *target) const;
    Matrix rows(Index first, Index count) const;
    /// The vectors of all items.
    Matrix all() const;

private:
    std::shared_ptr<const void> m_owner;
    const std::byte *m_numbers;
    StoredNumber m_type;
    Index m_items, m_dimension;
};

} // namespace anchorscope
