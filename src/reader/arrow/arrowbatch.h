// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/arrow/arrowschema.h"

#include <map>
#include <memory>

namespace anchorscope::arrow {

/// Buffer of an Arrow record batch. If compressed, it is decompressed as a whole on first use, else read in pieces.
class Buffer
{
public:
    Buffer() = default;
    Buffer(const FileBytes *file, std::uint64_t offset, std::uint64_t length, std::int8_t codec);

    std::uint64_t size();
    /// Returns `length` bytes from the offset `at` on, valid until the next call.
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

/// Values of a field in one Arrow record batch: its buffers, and nodes of its child fields.
struct Node
{
    std::uint64_t length = 0, nulls = 0;
    std::vector<Buffer> buffers;
    std::vector<Node> children;
};

/// Arrow batch: a block of rows with all columns of a file, or the entries of a dictionary.
struct Batch
{
    std::uint64_t rows = 0;
    std::vector<Node> nodes; ///< values of the batch, one node per field of the schema
};

/// Reads an Arrow batch with the metadata `table`. Its buffers are in the file at `bodyOffset`, in `bodyBytes` bytes.
Batch readBatch(const FlatTable &table, const std::vector<Field> &fields, const FileBytes &file,
                std::uint64_t bodyOffset, std::uint64_t bodyBytes);

/// Entries of Arrow dictionaries, as texts, by id. In a stream, a batch refers to dictionaries that precede the batch.
using Dictionaries = std::map<std::int64_t, std::shared_ptr<std::vector<std::string>>>;

void emitRows(const Column &column, Batch &batch, const Dictionaries &dictionaries, RowSink &sink);
/// Reads all values of a node as texts; empty for missing values.
std::vector<std::string> textsOf(const Field &field, Node &node, const Dictionaries &dictionaries);

} // namespace anchorscope::arrow
