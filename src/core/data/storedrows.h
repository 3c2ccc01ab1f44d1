// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <cstddef>
#include <memory>
#include <span>

namespace anchorscope {

/// Types of numbers in files that are converted to float32 without loss.
enum class StoredNumber { float16, float32 };
constexpr std::size_t bytesOf(StoredNumber type)
{
    return type == StoredNumber::float16 ? 2 : 4;
}

/// Vectors of n items in d dimensions in the number type of their file, converted to float32 on use. Copies share
/// memory.
class StoredRows
{
public:
    /// `numbers`: items × dimension, row by row, in the byte order of this machine. `owner` keeps their memory valid.
    StoredRows(std::shared_ptr<const void> owner, std::span<const std::byte> numbers, StoredNumber type,
               Index dimension);

    Index items() const { return m_items; }
    Index dimension() const { return m_dimension; }
    void copyRow(Index item, float *target) const;
    Matrix rows(Index first, Index count) const;
    Matrix all() const;

private:
    std::shared_ptr<const void> m_owner;
    const std::byte *m_numbers;
    StoredNumber m_type;
    Index m_items, m_dimension;
};

} // namespace anchorscope
