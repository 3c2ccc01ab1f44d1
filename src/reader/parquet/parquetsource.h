// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/chunkreader.h"
#include "reader/parquet/schema.h"

#include <optional>

namespace anchorscope::parquet {

/// Source of columns in a Parquet file (https://parquet.apache.org/docs/file-format/).
class ParquetSource final : public ColumnSource
{
public:
    explicit ParquetSource(const FileBytes &file);

    const char *format() const override { return "Parquet"; }
    std::uint64_t rows() const override { return m_footer.rows; }
    const std::vector<ColumnInfo> &columns() const override { return m_columns; }
    void read(std::size_t column, RowSink &sink, const std::function<void()> &step) override;

private:
    void findFloats(std::size_t column);
    bool begin(std::size_t column, const RowGroup &group);
    void readGroup(std::size_t column, const RowGroup &group, RowSink &sink, const std::function<void()> &step);

    const FileBytes &m_file;
    PageMemory m_memory;
    Footer m_footer;
    std::vector<Leaf> m_leaves;
    std::vector<ColumnInfo> m_columns;
    // Reader of the last column chunk that was started. If only its first page was tested, reading continues there.
    std::optional<ChunkReader> m_chunk;
    /// Column chunk whose first page is in m_page, or null.
    const ColumnChunk *m_begun = nullptr;
    Page m_page;
};

} // namespace anchorscope::parquet
