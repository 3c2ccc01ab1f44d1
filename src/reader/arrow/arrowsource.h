// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/arrow/arrowbatch.h"

namespace anchorscope::arrow {

/// Columns of Arrow's files and streams (https://arrow.apache.org/docs/format/Columnar.html, “Serialization and
/// Interprocess Communication”): .arrow, .feather (version 2), shards of Hugging Face's save_to_disk.
class ArrowSource final : public ColumnSource
{
public:
    /// Reads all metadata and dictionaries; `file` must outlive the source.
    explicit ArrowSource(const FileBytes &file);

    const char *format() const override { return m_isFile ? "Arrow file" : "Arrow stream"; }
    std::string note() const override;
    std::uint64_t rows() const override { return m_rows; }
    const std::vector<ColumnInfo> &columns() const override { return m_infos; }
    void read(std::size_t column, RowSink &sink, const std::function<void()> &step) override;

private:
    /// Arrow message: its metadata, and the offset and size of its buffers in the file.
    struct Message
    {
        std::vector<std::byte> metadata;
        std::uint64_t body = 0, bodyBytes = 0;
        Dictionaries dictionaries = {}; ///< dictionaries that precede a record batch in the file
    };
    void readStream();
    void readFile();
    Message readMessage(std::uint64_t &at, std::uint64_t end) const;
    void takeSchema(const FlatTable &schema);
    void take(Message message);
    void findPacked();
    void takeDictionary(const FlatTable &batch, const Message &message);
    const Field *dictionaryField(const std::vector<Field> &fields, std::int64_t number) const;

    const FileBytes &m_file;
    bool m_isFile = false;
    bool m_ended = false; ///< true if the end mark of the stream was read
    std::vector<Field> m_fields;
    std::vector<Column> m_columns;
    std::vector<ColumnInfo> m_infos;
    std::vector<Message> m_batches;
    Dictionaries m_dictionaries;
    std::uint64_t m_rows = 0;
};

} // namespace anchorscope::arrow
