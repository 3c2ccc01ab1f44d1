// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/arrow/arrowbatch.h"

#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>

namespace anchorscope::arrow {

namespace {

/// Multiple of bytes to which Arrow pads buffers; some writers count the padding in the size of a buffer.
constexpr std::size_t paddedTo = 8;
constexpr std::int8_t codecNone = -1, codecLz4 = 0, codecZstd = 1;
/// Maximum bytes of an uncompressed buffer: 4 GB would not fit in memory in addition to the vectors.
constexpr std::uint64_t largestBuffer = std::uint64_t{1} << 32;
/// Maximum compression ratio of a buffer. zstd and LZ4 compress zeros to about 1/30 000 and 1/250; vectors shrink less.
constexpr std::uint64_t maxPacked = 40000;

bool unpackLz4(Bytes packed, std::span<std::byte> target)
{
    LZ4F_dctx *state = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&state, LZ4F_VERSION)) != 0)
        return false;
    std::size_t in = 0, out = 0;
    bool whole = false;
    while (in < packed.size() && !whole) {
        std::size_t taken = packed.size() - in, made = target.size() - out;
        const std::size_t hint =
            LZ4F_decompress(state, target.data() + out, &made, packed.data() + in, &taken, nullptr);
        if (LZ4F_isError(hint) != 0 || (taken == 0 && made == 0))
            break;
        in += taken;
        out += made;
        whole = hint == 0;
    }
    LZ4F_freeDecompressionContext(state);
    return whole && out == target.size() && packed.size() - in < paddedTo;
}

bool unpackZstd(Bytes packed, std::span<std::byte> target)
{
    const std::size_t length = ZSTD_findFrameCompressedSize(packed.data(), packed.size());
    return ZSTD_isError(length) == 0 && packed.size() - length < paddedTo &&
           ZSTD_decompress(target.data(), target.size(), packed.data(), length) == target.size();
}

/// Reads the nodes (counts of values) and buffers of a record batch, in the order of the schema's fields.
class BatchReader
{
public:
    BatchReader(const FlatTable &table, const FileBytes &file, std::uint64_t bodyOffset, std::uint64_t bodyBytes)
        : m_table(table), m_file(file), m_bodyOffset(bodyOffset), m_bodyBytes(bodyBytes),
          m_nodes(table.elements(1, 16)), m_buffers(table.elements(2, 16)), m_views(table.elements(4, 8))
    {
        if (const auto packed = table.table(3)) {
            m_codec = packed->number<std::int8_t>(0, codecLz4);
            if (m_codec != codecLz4 && m_codec != codecZstd)
                unsupportedColumn("it is compressed with an unknown method; save it with zstd or without compression");
        }
    }

    Node node(const Field &field, int depth = 0)
    {
        if (m_node >= m_nodes.size)
            damagedColumn("a batch has fewer columns than the schema");
        const Bytes bytes = m_table.bytes();
        const std::size_t at = m_nodes.at + 16 * m_node++;
        Node node{count(numberAt<std::int64_t>(bytes, at)), count(numberAt<std::int64_t>(bytes, at + 8)), {}, {}};
        std::uint64_t buffers = buffersOf(field);
        if (hasViews(field)) {
            if (m_view >= m_views.size)
                damagedColumn("a batch does not specify how many buffers its text has");
            buffers += count(numberAt<std::int64_t>(bytes, m_views.at + 8 * m_view++));
        }
        for (std::uint64_t i = 0; i < buffers; ++i)
            node.buffers.push_back(buffer());
        if (!field.dictionary) {
            for (const Field &child : field.children)
                node.children.push_back(this->node(child, depth + 1));
        }
        return node;
    }
    void finish() const
    {
        if (m_node != m_nodes.size || m_buffer != m_buffers.size)
            damagedColumn("a batch has more columns than the schema");
    }

private:
    static std::uint64_t count(std::int64_t value)
    {
        if (value < 0)
            damagedColumn("a batch has a negative count");
        return static_cast<std::uint64_t>(value);
    }
    Buffer buffer()
    {
        if (m_buffer >= m_buffers.size)
            damagedColumn("a batch has fewer buffers than the schema");
        const std::size_t at = m_buffers.at + 16 * m_buffer++;
        const std::uint64_t offset = count(numberAt<std::int64_t>(m_table.bytes(), at)),
                            length = count(numberAt<std::int64_t>(m_table.bytes(), at + 8));
        if (offset > m_bodyBytes || length > m_bodyBytes - offset)
            damagedColumn("a buffer lies outside its batch");
        return {&m_file, m_bodyOffset + offset, length, m_codec};
    }

    const FlatTable &m_table;
    const FileBytes &m_file;
    std::uint64_t m_bodyOffset, m_bodyBytes;
    FlatList m_nodes, m_buffers, m_views;
    std::size_t m_node = 0, m_buffer = 0, m_view = 0;
    std::int8_t m_codec = codecNone;
};

} // namespace

Buffer::Buffer(const FileBytes *file, std::uint64_t offset, std::uint64_t length, std::int8_t codec)
    : m_file(file), m_offset(offset), m_length(length), m_codec(codec)
{
}

void Buffer::open()
{
    if (m_opened)
        return;
    m_opened = true;
    m_size = m_length;
    if (m_codec == codecNone || m_length == 0)
        return;
    const auto head = m_file->read(m_offset, std::min<std::uint64_t>(m_length, 8));
    const auto size = numberAt<std::int64_t>(head, 0);
    m_offset += 8;
    m_size = m_length -= 8;
    if (size == -1)
        return; // a size of −1 means that the buffer is not compressed
    if (size < 0 || static_cast<std::uint64_t>(size) > largestBuffer ||
        static_cast<std::uint64_t>(size) / maxPacked > m_length)
        damagedColumn("a buffer claims to unpack to " + std::to_string(size) + " bytes");
    const auto packed = m_file->read(m_offset, m_length);
    m_size = static_cast<std::uint64_t>(size);
    const auto target = m_bytes.room(m_size);
    m_unpacked = target;
    m_packed = true;
    const bool good = m_codec == codecLz4 ? unpackLz4(packed, target) : unpackZstd(packed, target);
    if (!good && m_size > 0)
        damagedColumn("a buffer cannot be unpacked");
}

std::uint64_t Buffer::size()
{
    open();
    return m_size;
}

Bytes Buffer::part(std::uint64_t at, std::uint64_t length)
{
    open();
    if (at > m_size || length > m_size - at)
        damagedColumn("a buffer is shorter than its values");
    if (m_packed)
        return m_unpacked.subspan(at, length);
    m_file->requireWithin(m_offset + at, length);
    const auto bytes = m_bytes.room(length);
    m_file->read(m_offset + at, bytes);
    return bytes;
}

Batch readBatch(const FlatTable &table, const std::vector<Field> &fields, const FileBytes &file,
                std::uint64_t bodyOffset, std::uint64_t bodyBytes)
{
    Batch batch;
    const auto rows = table.number<std::int64_t>(0, 0);
    if (rows < 0)
        damagedColumn("a batch has a negative count of rows");
    batch.rows = static_cast<std::uint64_t>(rows);
    BatchReader reader(table, file, bodyOffset, bodyBytes);
    for (const Field &field : fields) {
        batch.nodes.push_back(reader.node(field));
        if (batch.nodes.back().length != batch.rows)
            damagedColumn("a column has another number of rows than its batch");
    }
    reader.finish();
    return batch;
}

} // namespace anchorscope::arrow
