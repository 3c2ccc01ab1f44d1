// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/encodings.h"

namespace anchorscope::parquet {

/// Takes bytes and numbers off the front of a page.
class ByteCursor
{
public:
    explicit ByteCursor(Bytes bytes) : m_bytes(bytes) {}
    Bytes take(std::size_t count)
    {
        const Bytes part = partOf(m_bytes, 0, count);
        m_bytes = m_bytes.subspan(count);
        return part;
    }
    /// Reads an unsigned number in groups of 7 bits, the lowest first (LEB128).
    std::uint64_t number();
    std::int64_t zigzag();
    std::size_t left() const { return m_bytes.size(); }
    Bytes rest() const { return m_bytes; }
    void finish() const
    {
        if (!m_bytes.empty())
            damagedColumn("a page has bytes after its values");
    }

private:
    Bytes m_bytes;
};

/// Decodes differences of integers, each minus the minimum of its block, packed in bits (DELTA_BINARY_PACKED).
/// `values.width` is 4 or 8.
void decodeDeltas(Bytes bytes, std::size_t count, PageValues &values);
/// Decodes texts preceded by their lengths (DELTA_LENGTH_BYTE_ARRAY).
void decodeLengths(Bytes bytes, std::size_t count, PageValues &values);
/// Decodes texts that share their beginning with the previous one (DELTA_BYTE_ARRAY).
void decodePrefixes(Bytes bytes, std::size_t count, PageValues &values);

} // namespace anchorscope::parquet
