// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/arrow/arrowbatch.h"

#include <algorithm>
#include <lz4frame.h>
#include <zstd.h>

namespace anchorscope::arrow {

namespace {

/// Arrow pads buffers to a multiple of this number of bytes. Some writers include the padding in a buffer's size.
constexpr std::size_t paddedTo = 8;
constexpr std::int8_t codecNone = -1, codecLz4 = 0, codecZstd = 1;
/// Maximum bytes of a buffer after decompression. Larger ones would hardly fit into memory beside the vectors.
constexpr std::uint64_t largestBuffer = std::uint64_t{1} << 32;
/// Maximum ratio of decompressed to compressed size. zstd reaches 30,000 and LZ4 250 for zeros; vectors shrink less.
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
        Node node{count(bytes, at), count(bytes, at + 8), {}, {}};
        std::uint64_t buffers = buffersOf(field);
        if (hasViews(field)) {
            if (m_view >= m_views.size)
                damagedColumn("a batch does not specify how many buffers its text has");
            buffers += count(bytes, m_views.at + 8 * m_view++);
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
    static std::uint64_t count(Bytes bytes, std::size_t at)
    {
        return natural(numberAt<std::int64_t>(bytes, at), "a batch has a negative count");
    }
    Buffer buffer()
    {
        if (m_buffer >= m_buffers.size)
            damagedColumn("a batch has fewer buffers than the schema");
        const std::size_t at = m_buffers.at + 16 * m_buffer++;
        const std::uint64_t offset = count(m_table.bytes(), at), length = count(m_table.bytes(), at + 8);
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
        damagedColumn("a buffer claims to unpack to ", size, " bytes");
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
    batch.rows = natural(table.number<std::int64_t>(0, 0), "a batch has a negative count of rows");
    BatchReader reader(table, file, bodyOffset, bodyBytes);
    for (const Field &field : fields) {
        batch.nodes.push_back(reader.node(field));
        if (batch.nodes.back().length != batch.rows)
            damagedColumn("a column has another number of rows than its batch");
    }
    reader.finish();
    return batch;
}

namespace {

/// Maximum number of values of a column to store in memory at the same time.
constexpr std::uint64_t maxValues = 1 << 22;

/// Reads the mask of `count` values from `begin` on: 1 present, 0 missing; empty if all values are present.
std::vector<std::uint8_t> presence(Node &node, std::uint64_t begin, std::uint64_t count)
{
    std::vector<std::uint8_t> present;
    if (node.nulls == 0 || node.buffers.empty() || node.buffers[0].size() == 0)
        return present;
    const std::uint64_t first = begin / 8;
    const Bytes bits = node.buffers[0].part(first, (begin + count + 7) / 8 - first);
    present.resize(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t bit = begin + i - first * 8;
        present[i] = static_cast<std::uint8_t>(static_cast<unsigned>(bits[bit / 8]) >> (bit % 8) & 1U);
    }
    return present;
}

/// Intersects the mask `present` of values with another one; an empty mask means that all values are present.
void combine(std::vector<std::uint8_t> &present, const std::vector<std::uint8_t> &other)
{
    if (present.empty()) {
        present = other;
        return;
    }
    for (std::size_t i = 0; i < other.size(); ++i)
        present[i] &= other[i];
}

/// Reads count + 1 offsets of texts or lists, of 4 bytes each, or 8 if `large`; checks that they do not decrease.
std::vector<std::uint64_t> offsetsOf(Buffer &buffer, bool large, std::uint64_t begin, std::uint64_t count)
{
    const std::uint64_t each = large ? 8 : 4;
    std::vector<std::uint64_t> offsets;
    if (buffer.size() == 0 && begin == 0 && count == 0)
        return {0};
    const Bytes bytes = buffer.part(begin * each, (count + 1) * each);
    std::uint64_t before = 0;
    for (std::uint64_t i = 0; i <= count; ++i) {
        const std::int64_t offset =
            large ? numberAt<std::int64_t>(bytes, i * each) : numberAt<std::int32_t>(bytes, i * each);
        if (offset < 0 || static_cast<std::uint64_t>(offset) < before)
            damagedColumn("the offsets of a column are out of order");
        before = static_cast<std::uint64_t>(offset);
        offsets.push_back(before);
    }
    return offsets;
}

std::int64_t wholeOf(Bytes bytes, std::uint32_t width, bool isSigned)
{
    switch (width) {
    case 1:
        return isSigned ? numberAt<std::int8_t>(bytes, 0) : numberAt<std::uint8_t>(bytes, 0);
    case 2:
        return isSigned ? numberAt<std::int16_t>(bytes, 0) : numberAt<std::uint16_t>(bytes, 0);
    case 4:
        return isSigned ? numberAt<std::int32_t>(bytes, 0) : numberAt<std::uint32_t>(bytes, 0);
    default:
        return numberAt<std::int64_t>(bytes, 0);
    }
}

std::string fixedText(const Field &field, Bytes value)
{
    constexpr std::int64_t millisecondsPerDay = 86400000;
    switch (field.type) {
    case Type::date:
        return dateText(field.inDays ? wholeOf(value, 4, true) : wholeOf(value, 8, true) / millisecondsPerDay);
    case Type::time:
        return timeText(wholeOf(value, field.width, true), field.unit);
    case Type::timestamp:
        return timestampText(wholeOf(value, 8, true), field.unit, field.utc);
    case Type::decimal:
        return decimalText(value, field.scale, false);
    default:
        return std::string(charactersOf(value));
    }
}

using Texts = std::vector<std::string>;

Texts viewTexts(Node &node, std::uint64_t begin, std::uint64_t count)
{
    constexpr std::uint32_t inlineBytes = 12, viewBytes = 16;
    const Bytes part = node.buffers[1].part(begin * viewBytes, count * viewBytes);
    const std::vector<std::byte> views(part.begin(), part.end());
    Texts texts;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Bytes view = Bytes(views).subspan(i * viewBytes, viewBytes);
        const auto length = numberAt<std::uint32_t>(view, 0);
        if (length <= inlineBytes) {
            texts.emplace_back(charactersOf(view.subspan(4, length)));
            continue;
        }
        const std::uint64_t buffer = std::uint64_t{2} + numberAt<std::uint32_t>(view, 8);
        if (buffer >= node.buffers.size())
            damagedColumn("a text lies in a buffer that is not there");
        texts.emplace_back(charactersOf(node.buffers[buffer].part(numberAt<std::uint32_t>(view, 12), length)));
    }
    return texts;
}

Texts offsetTexts(const Field &field, Node &node, std::uint64_t begin, std::uint64_t count)
{
    const bool large = field.type == Type::largeText || field.type == Type::largeBinary;
    const auto offsets = offsetsOf(node.buffers[1], large, begin, count);
    const Bytes bytes = node.buffers[2].part(offsets.front(), offsets.back() - offsets.front());
    Texts texts;
    for (std::uint64_t i = 0; i < count; ++i)
        texts.emplace_back(charactersOf(bytes.subspan(offsets[i] - offsets.front(), offsets[i + 1] - offsets[i])));
    return texts;
}

Texts placedTexts(const Field &field, Node &node, const Texts &values, const std::vector<std::uint8_t> &present,
                  std::uint64_t begin, std::uint64_t count)
{
    const Bytes places = node.buffers[1].part(begin * field.placeWidth, count * field.placeWidth);
    Texts texts(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!present.empty() && present[i] == 0)
            continue;
        const std::int64_t place = wholeOf(places.subspan(i * field.placeWidth), field.placeWidth, field.placeSigned);
        if (place < 0 || place >= std::ssize(values))
            damagedColumn("a value refers to a place that its dictionary does not have");
        texts[i] = values[static_cast<std::size_t>(place)];
    }
    return texts;
}

Texts textsAt(const Field &field, Node &node, const Dictionaries &dictionaries,
              const std::vector<std::uint8_t> &present, std::uint64_t begin, std::uint64_t count)
{
    if (field.dictionary) {
        const auto values = dictionaries.find(*field.dictionary);
        if (values == dictionaries.end())
            damagedColumn("a column has a dictionary that is not there");
        return placedTexts(field, node, *values->second, present, begin, count);
    }
    switch (field.type) {
    case Type::null:
        return Texts(count);
    case Type::text:
    case Type::largeText:
    case Type::binary:
    case Type::largeBinary:
        return offsetTexts(field, node, begin, count);
    case Type::textView:
        return viewTexts(node, begin, count);
    default:
        break;
    }
    Texts texts;
    if (field.type == Type::boolean) {
        const Bytes bits = node.buffers[1].part(begin / 8, (begin + count + 7) / 8 - begin / 8);
        for (std::uint64_t i = begin % 8; i < begin % 8 + count; ++i)
            texts.emplace_back((static_cast<unsigned>(bits[i / 8]) >> (i % 8) & 1U) != 0 ? "true" : "false");
        return texts;
    }
    const Bytes bytes = node.buffers[1].part(begin * field.width, count * field.width);
    for (std::uint64_t i = 0; i < count; ++i)
        texts.push_back(fixedText(field, bytes.subspan(i * field.width, field.width)));
    return texts;
}

/// Consecutive rows of a column: numbers as stored in the file, or texts.
struct Values
{
    /// Mask of the values: 1 present, 0 missing; empty: all are present.
    std::vector<std::uint8_t> present;
    Bytes numbers;
    Texts texts;

    bool has(std::uint64_t i) const { return present.empty() || present[i] != 0; }
};

Values valuesAt(const Column &column, Node &node, const Dictionaries &dictionaries, std::uint64_t begin,
                std::uint64_t count)
{
    if (begin > node.length || count > node.length - begin)
        damagedColumn("a column has fewer values than its lists require");
    Values values;
    values.present = presence(node, begin, count);
    if (column.value->type == Type::null)
        values.present.assign(count, 0);
    const std::size_t each = bytesOf(column.number);
    if (column.isNumber)
        values.numbers = node.buffers[1].part(begin * each, count * each);
    else if (count > 0)
        values.texts = textsAt(*column.value, node, dictionaries, values.present, begin, count);
    return values;
}

/// Passes the list of one row to the sink: the values with indices from `begin` to before `end`.
void giveList(const Column &column, const Values &values, std::uint64_t begin, std::uint64_t end, RowSink &sink)
{
    const std::size_t each = bytesOf(column.number);
    sink.beginRow();
    if (column.isNumber && values.present.empty()) {
        sink.numbers(column.number, values.numbers.data() + begin * each, end - begin);
    } else {
        for (std::uint64_t i = begin; i < end; ++i) {
            if (!values.has(i))
                sink.missingValue();
            else if (column.isNumber)
                sink.numbers(column.number, values.numbers.data() + i * each, 1);
            else
                sink.text(isBytes(column.value->type) ? bytesText(values.texts[i]) : values.texts[i]);
        }
    }
    sink.endRow();
}

void giveText(const Column &column, const std::string &text, RowSink &sink)
{
    const std::size_t each = column.packed ? bytesOf(*column.packed) : 0;
    if (each > 0 && text.size() % each == 0)
        sink.rows(*column.packed, reinterpret_cast<const std::byte *>(text.data()), 1, text.size() / each);
    else
        sink.textRow(isBytes(column.value->type) ? bytesText(text) : text);
}

void giveScalars(const Column &column, const Values &values, const std::vector<std::uint8_t> &rows, std::uint64_t count,
                 RowSink &sink)
{
    const std::size_t each = bytesOf(column.number);
    if (column.isNumber && values.present.empty() && rows.empty())
        return sink.rows(column.number, values.numbers.data(), count, 1);
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!values.has(i) || (!rows.empty() && rows[i] == 0))
            sink.missingRow();
        else if (column.isNumber)
            sink.rows(column.number, values.numbers.data() + i * each, 1, 1);
        else
            giveText(column, values.texts[i], sink);
    }
}

/// Finds the node of a column, which may be nested in structures. Marks rows without such a structure as 0 in `rows`.
Node &follow(const Column &column, Batch &batch, std::uint64_t begin, std::uint64_t count,
             std::vector<std::uint8_t> &rows)
{
    Node *node = &batch.nodes[column.way[0]];
    for (std::size_t i = 1; i < column.way.size(); ++i) {
        combine(rows, presence(*node, begin, count));
        node = &node->children[column.way[i]];
        if (node->length < batch.rows)
            damagedColumn("a member of a structure has fewer rows than it");
    }
    return *node;
}

/// Offsets of lists: the list of row i consists of the entries from offset i to offset i + 1.
std::vector<std::uint64_t> listOffsets(const Field &field, Node &node, std::uint64_t begin, std::uint64_t count)
{
    if (field.type != Type::fixedList)
        return offsetsOf(node.buffers[1], field.type == Type::largeList, begin, count);
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t i = begin; i <= begin + count; ++i)
        offsets.push_back(i * field.width);
    return offsets;
}

void giveLists(const Column &column, Node &node, const Dictionaries &dictionaries, std::vector<std::uint8_t> rows,
               std::uint64_t begin, std::uint64_t count, RowSink &sink)
{
    combine(rows, presence(node, begin, count));
    const auto offsets = listOffsets(*column.field, node, begin, count);
    for (std::uint64_t row = 0; row < count && !sink.done();) {
        // End of a block of rows. Their lists together have at most maxValues values; a single list may have more.
        std::uint64_t stop = row + 1;
        while (stop < count && offsets[stop + 1] - offsets[row] <= maxValues)
            ++stop;
        const std::uint64_t first = offsets[row];
        const Values values = valuesAt(column, node.children[0], dictionaries, first, offsets[stop] - first);
        const bool even =
            column.field->type == Type::fixedList && column.isNumber && rows.empty() && values.present.empty();
        if (even)
            sink.rows(column.number, values.numbers.data(), stop - row, column.field->width);
        for (std::uint64_t i = row; i < stop && !even; ++i) {
            if (!rows.empty() && rows[i] == 0)
                sink.missingRow();
            else
                giveList(column, values, offsets[i] - first, offsets[i + 1] - first, sink);
        }
        row = stop;
    }
}

} // namespace

void emitRows(const Column &column, Batch &batch, const Dictionaries &dictionaries, RowSink &sink)
{
    constexpr std::uint64_t rowsAtOnce = 1 << 18;
    for (std::uint64_t begin = 0; begin < batch.rows && !sink.done(); begin += rowsAtOnce) {
        const std::uint64_t count = std::min(rowsAtOnce, batch.rows - begin);
        std::vector<std::uint8_t> rows;
        Node &node = follow(column, batch, begin, count, rows);
        if (column.field != column.value)
            giveLists(column, node, dictionaries, std::move(rows), begin, count, sink);
        else
            giveScalars(column, valuesAt(column, node, dictionaries, begin, count), rows, count, sink);
    }
}

std::vector<std::string> textsOf(const Field &field, Node &node, const Dictionaries &dictionaries)
{
    if (field.type == Type::integer || field.type == Type::floating) {
        TextSink sink(0, node.length, false, UINT64_MAX);
        Column number = columnsOf({field}).front();
        number.field = number.value = &field;
        giveScalars(number, valuesAt(number, node, dictionaries, 0, node.length), {}, node.length, sink);
        Texts texts;
        for (std::uint64_t i = 0; i < sink.rows(); ++i)
            texts.emplace_back(sink.at(i));
        return texts;
    }
    const std::vector<std::uint8_t> present = presence(node, 0, node.length);
    return node.length > 0 ? textsAt(field, node, dictionaries, present, 0, node.length) : Texts();
}

} // namespace anchorscope::arrow
