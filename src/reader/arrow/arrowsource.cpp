// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/arrow/arrowsource.h"

#include <algorithm>

namespace anchorscope::arrow {

namespace {

constexpr std::string_view fileMagic = "ARROW1";
constexpr std::uint32_t continuation = 0xffffffff;
/// Maximum bytes of Arrow's metadata. They take about 100 bytes per column, and more if pandas wrote the schema.
constexpr std::uint32_t largestMetadata = 64 << 20;
enum Header : std::uint8_t { headerSchema = 1, headerDictionary = 2, headerBatch = 3 };

FlatTable headerOf(const FlatTable &message)
{
    const auto header = message.table(2);
    if (!header)
        damagedColumn("a message in it has no content");
    return *header;
}

} // namespace

ArrowSource::ArrowSource(const FileBytes &file) : m_file(file)
{
    const auto begin = file.read(0, std::min<std::uint64_t>(file.size(), 8));
    m_isFile = charactersOf(begin).starts_with(fileMagic);
    if (m_isFile)
        readFile();
    else
        readStream();
    if (m_fields.empty())
        damagedColumn("it has no schema");
    for (const Column &column : m_columns)
        m_infos.push_back(column.info);
    findPacked();
}

/// If the first rows of a column of bytes look like numbers, treats the bytes as vectors, as the Parquet reader does.
void ArrowSource::findPacked()
{
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        Column &column = m_columns[i];
        if (!isBytes(column.value->type) || column.info.list || column.value->dictionary)
            continue;
        try {
            column.packed = packedNumbers([&](RowSink &sink) { read(i, sink, [] {}); }, m_infos[i],
                                          [&](NumberType type) { column.packed = type; });
        } catch (const UnreadableColumn &) {
            // Treats the column as bytes. The error is reported when all rows are read.
            column.packed.reset();
        }
    }
}

void ArrowSource::readFile()
{
    const std::uint64_t tail = fileMagic.size() + 4;
    if (m_file.size() < 8 + tail)
        damagedColumn("it is shorter than any Arrow file");
    const auto last = m_file.read(m_file.size() - tail, tail);
    if (charactersOf(last).substr(4) != fileMagic)
        damagedColumn("it does not end like an Arrow file, so it was cut off or is still being written");
    const auto length = numberAt<std::uint32_t>(last, 0);
    if (length > largestMetadata || length > m_file.size() - 8 - tail)
        damagedColumn("its metadata claim to have ", length, " bytes");
    const std::uint64_t end = m_file.size() - tail - length;
    const auto bytes = m_file.read(end, length);
    const FlatTable footer = FlatTable::root(bytes);
    const auto schema = footer.table(1);
    if (!schema)
        damagedColumn("it has no schema");
    takeSchema(*schema);
    constexpr std::size_t blockBytes = 24;
    for (const unsigned field : {2U, 3U}) { // field 2 of the footer lists the dictionaries, field 3 the record batches
        const FlatList blocks = footer.elements(field, blockBytes);
        for (std::size_t i = 0; i < blocks.size; ++i) {
            std::uint64_t at = natural(numberAt<std::int64_t>(bytes, blocks.at + i * blockBytes), negativeCount);
            if (at > end)
                damagedColumn("a batch lies beyond its end");
            take(readMessage(at, end));
        }
    }
}

/// Returns a note for the user if a stream has no end mark, so that missing rows at its end cannot be detected.
std::string ArrowSource::note() const
{
    return m_isFile || m_ended ? ""
                               : "The stream has no mark of its end; if it was cut off, its last rows are missing.";
}

/// Reads the message at a position and moves past it; a message without metadata is the end mark of the stream.
ArrowSource::Message ArrowSource::readMessage(std::uint64_t &at, std::uint64_t end) const
{
    if (end - at < 8)
        damagedColumn("it was cut off within a message");
    const auto head = m_file.read(at, 8);
    const auto length = numberAt<std::uint32_t>(head, 4);
    if (numberAt<std::uint32_t>(head, 0) != continuation)
        damagedColumn("a message does not begin where it should (or it was written before 2019)");
    at += 8;
    if (length > largestMetadata || length > end - at)
        damagedColumn("it was cut off within a message");
    Message message{m_file.read(at, length), at + length};
    if (length > 0)
        message.bodyBytes = natural(FlatTable::root(message.metadata).number<std::int64_t>(3, 0), negativeCount);
    if (message.bodyBytes > end - message.body)
        damagedColumn("it was cut off within its values");
    at = message.body + message.bodyBytes;
    return message;
}

void ArrowSource::readStream()
{
    for (std::uint64_t at = 0; at < m_file.size() && !m_ended;) {
        Message message = readMessage(at, m_file.size());
        m_ended = message.metadata.empty();
        if (!m_ended)
            take(std::move(message));
    }
}

void ArrowSource::takeSchema(const FlatTable &schema)
{
    if (!m_fields.empty())
        damagedColumn("it has two schemas");
    m_fields = fieldsOf(schema);
    m_columns = columnsOf(m_fields);
}

void ArrowSource::take(Message message)
{
    const FlatTable table = FlatTable::root(message.metadata);
    const auto kind = table.number<std::uint8_t>(1, 0);
    if (kind == headerSchema)
        return takeSchema(headerOf(table));
    if (m_fields.empty())
        damagedColumn("it does not begin with its schema");
    if (kind == headerDictionary)
        return takeDictionary(headerOf(table), message);
    if (kind != headerBatch)
        return; // ignores messages of other kinds, such as tensors
    const std::uint64_t rows = natural(headerOf(table).number<std::int64_t>(0, 0), negativeCount);
    constexpr std::uint64_t maxRows = std::uint64_t{1} << 40;
    if (rows > maxRows || m_rows > maxRows)
        damagedColumn("it claims to have more rows than a file can hold");
    m_rows += rows;
    message.dictionaries = m_dictionaries;
    m_batches.push_back(std::move(message));
}

const Field *ArrowSource::dictionaryField(const std::vector<Field> &fields, std::int64_t number) const
{
    for (const Field &field : fields) {
        if (field.dictionary == number)
            return &field;
        if (const Field *found = dictionaryField(field.children, number))
            return found;
    }
    return nullptr;
}

void ArrowSource::takeDictionary(const FlatTable &table, const Message &message)
{
    const auto number = table.number<std::int64_t>(0, 0);
    const auto values = table.table(1);
    const Field *user = dictionaryField(m_fields, number);
    if (!user || !values)
        return; // the dictionary is ignored, because no column uses it
    Field field = *user;
    field.dictionary.reset();
    Batch batch = readBatch(*values, {field}, m_file, message.body, message.bodyBytes);
    std::vector<std::string> texts = textsOf(field, batch.nodes[0], m_dictionaries);
    auto &known = m_dictionaries[number];
    // Field 2 is true if the batch adds values to the dictionary instead of replacing them.
    if (table.number<std::uint8_t>(2, 0) != 0 && known)
        std::ranges::move(texts, std::back_inserter(*known));
    else
        known = std::make_shared<std::vector<std::string>>(std::move(texts));
}

void ArrowSource::read(std::size_t column, RowSink &sink, const std::function<void()> &step)
{
    for (const Message &message : m_batches) {
        if (sink.done())
            return;
        const FlatTable table = headerOf(FlatTable::root(message.metadata));
        Batch batch = readBatch(table, m_fields, m_file, message.body, message.bodyBytes);
        if (sink.toSkip() >= batch.rows) {
            sink.skip(batch.rows);
            continue;
        }
        emitRows(m_columns[column], batch, message.dictionaries, sink);
        step();
    }
}

} // namespace anchorscope::arrow
