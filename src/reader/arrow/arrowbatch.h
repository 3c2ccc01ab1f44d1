// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/arrow/arrowschema.h"

#include <map>
#include <memory>

namespace anchorscope::arrow {

/// Buffer of a record batch in the file. A compressed one is unpacked as a whole on first use, others are read in
/// pieces.
class Buffer
{
public:
    Buffer() = default;
    Buffer(const FileBytes *file, std::uint64_t offset, std::uint64_t length, std::int8_t codec);

    std::uint64_t size();
    /// Returns a part of the buffer, valid until the next call.
    Bytes part(std::uint64_t at, std::uint64_t length);

private:
    void open();
    const FileBytes *m_file = nullptr;
    std::uint64_t m_offset = 0, m_length = 0;
    std::int8_t m_codec = -1;
    bool m_opened = false, m_packed = false;
    std::uint64_t m_size = 0;
    ByteBuffer m_bytes;
    Bytes m_unpacked; ///< uncompressed content, a view into m_bytes
};

/// Buffers with the values of a field, or of its child, in a batch.
struct Node
{
    std::uint64_t length = 0, nulls = 0;
    std::vector<Buffer> buffers;
    std::vector<Node> children;
};

/// Record batch of a file, or batch of a dictionary.
struct Batch
{
    std::uint64_t rows = 0;
    std::vector<Node> nodes; ///< nodes of the batch, by field
};

/// Reads the description of a batch. `bodyOffset` and `bodyBytes`: range of its buffers in the file.
Batch readBatch(const FlatTable &table, const std::vector<Field> &fields, const FileBytes &file,
                std::uint64_t bodyOffset, std::uint64_t bodyBytes);

/// Values of dictionaries as texts, by the numbers. A batch of a stream keeps those that preceded it.
using Dictionaries = std::map<std::int64_t, std::shared_ptr<std::vector<std::string>>>;

/// Passes the rows of a column in a batch to a sink.
void emitRows(const Column &column, Batch &batch, const Dictionaries &dictionaries, RowSink &sink);
/// Reads all values of a node as texts, empty for missing values.
std::vector<std::string> textsOf(const Field &field, Node &node, const Dictionaries &dictionaries);

} // namespace anchorscope::arrow
