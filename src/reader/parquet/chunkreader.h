// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/encodings.h"

#include <functional>
#include <vector>

namespace anchorscope::parquet {

/// Data page of Parquet, decoded.
struct Page
{
    std::size_t count = 0;                            ///< number of levels, that is, of values and missing values
    std::vector<std::uint8_t> repetition, definition; ///< levels of repetition (empty: all 0) and of definition (empty:
                                                      ///< all at the maximum)
    PageValues values;
};

/// Buffers that are reused for all pages of a file.
struct PageMemory
{
    ByteBuffer packed, unpacked;

    /// Releases the memory of a page before `end`. Returns true if it was released, so that the page cannot be read
    /// again.
    bool releaseUntil(const std::byte *end) { return packed.releaseUntil(end) || unpacked.releaseUntil(end); }
};

/// Reads the pages of one column in one row group, one after the other, with memory for a single page.
class ChunkReader
{
public:
    ChunkReader(const FileBytes &file, const ColumnChunk &chunk, const SchemaElement &leaf, unsigned maxRepetition,
                unsigned maxDefinition, PageMemory &memory);

    /// Reads the next data page; false after the last. Throws UnreadableColumn, also if the pages contain more or fewer
    /// values than the metadata state.
    bool next(Page &page);

private:
    PageHeader readHeader();
    void skipBody(const PageHeader &header);
    Bytes packedBody(const PageHeader &header);
    Bytes unpackedBody(const PageHeader &header, std::size_t plainBytes);
    void readDictionary(const PageHeader &header);
    void readPage(const PageHeader &header, Page &page);
    static Bytes takeLevels(Bytes &body, Encoding encoding, unsigned maximum);

    const FileBytes &m_file;
    const ColumnChunk &m_chunk;
    const SchemaElement &m_leaf;
    unsigned m_maxRepetitionLevel, m_maxDefinitionLevel;
    PageMemory &m_memory;
    std::uint64_t m_at, m_end, m_body = 0; ///< offsets in the file: current position, end, and start of the page's body
    std::uint64_t m_values = 0;            ///< number of values in the pages read so far
    std::vector<std::byte> m_dictionaryBytes;
    PageValues m_dictionary;
    bool m_hasDictionary = false;
};

} // namespace anchorscope::parquet
