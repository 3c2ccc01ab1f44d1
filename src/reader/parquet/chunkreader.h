// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/encodings.h"
#include "reader/parquet/pagestream.h"

#include <optional>
#include <vector>

namespace anchorscope::parquet {

/// Data page, or a part of it: large pages are read in parts if no value is missing.
struct Page
{
    /// Number of values of the page, including missing ones.
    std::size_t count = 0;
    /// Levels of each value. Empty: all repetition levels are 0; all definition levels are the maximum.
    std::vector<std::uint8_t> repetition, definition;
    PageValues values;
};

/// Reads the pages of one column in one row group in sequence, one at a time.
class ChunkReader
{
public:
    ChunkReader(const FileBytes &file, const ColumnChunk &chunk, const SchemaElement &leaf, unsigned maxRepetition,
                unsigned maxDefinition, PageMemory &memory);

    /// Reads the next data page, or the next part of one; returns false after the last one. Throws UnreadableColumn if
    /// a page is damaged or the pages have another number of values than the metadata state.
    bool next(Page &page);

private:
    PageHeader readHeader();
    PagePlace skipBody(const PageHeader &header);
    void readDictionary(const PageHeader &header, PagePlace place);
    Bytes takeLevels(Encoding encoding, unsigned maximum);
    void readLevels(const PageHeader &header, PagePlace place, Page &page);
    void readPage(const PageHeader &header, PagePlace place, Page &page);
    void takePart(Page &page);
    void checkLevels(const std::vector<std::uint8_t> &levels, unsigned maximum) const;

    const FileBytes &m_file;
    const ColumnChunk &m_chunk;
    const SchemaElement &m_leaf;
    unsigned m_maxRepetitionLevel, m_maxDefinitionLevel;
    PageMemory &m_memory;
    std::uint64_t m_at, m_end;              ///< offsets in the file: current position, end of the chunk
    std::unique_ptr<PageStream> m_body;     ///< body of the current page
    bool m_inParts = false;                 ///< true if the values are taken from m_body in parts
    std::uint64_t m_values = 0;             ///< number of values in the pages read so far
    std::size_t m_leftOfPage = 0;           ///< number of values of the page that were not returned yet
    std::vector<std::byte> m_levels;        ///< encoded levels of repetition of the current page
    std::optional<RunDecoder> m_repetition; ///< decoder of the page's repetition levels
    std::vector<std::byte> m_dictionaryBytes;
    PageValues m_dictionary;
    bool m_hasDictionary = false;
};

} // namespace anchorscope::parquet
