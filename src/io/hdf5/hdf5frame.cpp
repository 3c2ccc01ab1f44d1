// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5frame.h"

#include "core/kernels/half.h"
#include "core/parallel.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace anchorscope::io {

namespace {

/// Error for a reply of the helper (frame) that violates its format; caught in decodeFrame().
struct BadFrame : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

void require(bool ok, const char *what)
{
    if (!ok)
        throw BadFrame(what);
}

/// Reader of the table of nodes in the helper's reply (frame); it never reads beyond the end of the table.
class TableReader
{
public:
    explicit TableReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    template <class T> T number()
    {
        T value;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    /// Reads a number. Throws BadFrame if it is more than `limit`.
    template <class T> T number(T limit, const char *what)
    {
        const T value = number<T>();
        require(value <= limit, what);
        return value;
    }
    std::string string()
    {
        const std::span<const std::byte> bytes = take(number<std::uint32_t>());
        return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
    }
    bool atEnd() const { return m_bytes.empty(); }

    template <class T> std::vector<T> list()
    {
        const auto count = number<std::uint32_t>(frame::maxAttributeValues, "too many values of an attribute");
        std::vector<T> values;
        for (std::uint32_t i = 0; i < count; ++i) {
            if constexpr (std::is_arithmetic_v<T>)
                values.push_back(number<T>());
            else
                values.push_back(string());
        }
        return values;
    }

private:
    std::span<const std::byte> take(std::size_t count)
    {
        require(count <= m_bytes.size(), "the table ends early");
        const std::span<const std::byte> taken = m_bytes.first(count);
        m_bytes = m_bytes.subspan(count);
        return taken;
    }
    std::span<const std::byte> m_bytes;
};

frame::Attribute readAttribute(TableReader &table)
{
    frame::Attribute attribute;
    attribute.name = table.string();
    const auto kind = table.number<std::uint8_t>(2, "unknown type of an attribute");
    if (kind == 0)
        attribute.values = table.list<std::string>();
    else if (kind == 1)
        attribute.values = table.list<std::int64_t>();
    else
        attribute.values = table.list<double>();
    return attribute;
}

frame::Node readNode(TableReader &table)
{
    frame::Node node;
    node.path = table.string();
    require(node.path.starts_with('/'), "a path is not absolute");
    node.kind = static_cast<frame::Kind>(
        table.number<std::uint8_t>(static_cast<std::uint8_t>(frame::Kind::link), "unknown kind of object"));
    node.storedType = table.string();
    node.element = static_cast<frame::Element>(
        table.number<std::uint8_t>(static_cast<std::uint8_t>(frame::Element::string), "unknown element type"));
    node.shape.resize(table.number<std::uint8_t>(frame::maxRank, "too many dimensions"));
    for (std::uint64_t &extent : node.shape) {
        extent = table.number<std::uint64_t>();
        require(extent <= frame::maxExtent, "a dimension is too large");
    }
    node.loaded = table.number<std::uint8_t>(1, "unknown flag") != 0;
    const bool some = table.number<std::uint8_t>(1, "unknown flag") != 0;
    const auto rows = table.number<std::uint64_t>();
    node.firstRow = table.number<std::uint64_t>();
    if (some) {
        require(!node.shape.empty() && node.firstRow <= node.shape[0] && rows <= node.shape[0] - node.firstRow,
                "rows that are not there");
        node.someRows = rows;
    }
    node.payloadOffset = table.number<std::uint64_t>();
    node.payloadBytes = table.number<std::uint64_t>();
    node.payloadHash = table.number<std::uint64_t>();
    node.problemCode = table.string();
    node.problem = table.string();
    require(node.problem.empty() == node.problemCode.empty(), "a problem without its code");
    require(node.problem.empty() || errorCodeOf(node.problemCode), "an unknown problem");
    const auto attributes = table.number<std::uint32_t>(frame::maxAttributes, "too many attributes");
    for (std::uint32_t i = 0; i < attributes; ++i)
        node.attributes.push_back(readAttribute(table));
    return node;
}

void checkOffsets(std::span<const std::byte> payload, std::uint64_t count)
{
    const auto tableBytes = frame::product(count + 1, sizeof(std::uint64_t));
    require(tableBytes && *tableBytes <= payload.size(), "a table of strings is too short");
    const std::uint64_t textBytes = payload.size() - *tableBytes;
    std::uint64_t previous = 0;
    for (std::uint64_t i = 0; i <= count; ++i) {
        std::uint64_t offset = 0;
        std::memcpy(&offset, payload.data() + i * sizeof offset, sizeof offset);
        require(offset >= previous && offset <= textBytes, "a table of strings is out of order");
        require(i > 0 || offset == 0, "a table of strings does not begin at 0");
        previous = offset;
    }
    require(previous == textBytes, "a table of strings does not cover its text");
}

void checkPayload(const frame::Node &node, const frame::Header &header, std::span<const std::byte> bytes)
{
    if (!node.loaded)
        return require(node.payloadBytes == 0 && node.payloadOffset == 0, "values that were not loaded");
    require(node.kind == frame::Kind::dataset && node.problem.empty(), "values of something that has none");
    require(node.payloadOffset >= frame::payloadAlignment && node.payloadOffset % frame::payloadAlignment == 0 &&
                node.payloadOffset <= header.tableOffset &&
                node.payloadBytes <= header.tableOffset - node.payloadOffset,
            "values outside the frame");
    const auto count = frame::elementCount(node.payloadShape());
    require(count && *count < static_cast<std::uint64_t>(INT64_MAX) / 8, "a shape that exceeds memory");
    const std::span<const std::byte> payload = bytes.subspan(node.payloadOffset, node.payloadBytes);
    if (node.element == frame::Element::string)
        checkOffsets(payload, *count);
    else
        require(node.element != frame::Element::none && *count * frame::elementBytes(node.element) == node.payloadBytes,
                "values do not match their shape");
    require(node.payloadBytes == 0 || XXH3_64bits(payload.data(), payload.size()) == node.payloadHash,
            "values do not match their checksum");
}

frame::Header checkedHeader(std::span<const std::byte> bytes)
{
    frame::Header header;
    require(bytes.size() >= sizeof header, "no header");
    std::memcpy(&header, bytes.data(), sizeof header);
    require(header.magic == frame::magic && header.version == frame::version, "not a frame of this version");
    require(header.totalBytes == bytes.size(), "its size is wrong");
    require(header.tableOffset >= frame::payloadAlignment && header.tableOffset <= bytes.size() &&
                header.tableBytes == bytes.size() - header.tableOffset,
            "its table is out of place");
    require(header.nodes <= frame::maxNodes, "too many objects");
    require(XXH3_64bits(bytes.data() + header.tableOffset, header.tableBytes) == header.tableHash,
            "its table does not match its checksum");
    return header;
}

template <class Function>
void visitNumbers(const Hdf5Content &content, const frame::Node &node, const Function &function)
{
    switch (node.element) {
    case frame::Element::uint8:
        return function(content.elements<std::uint8_t>(node));
    case frame::Element::int32:
        return function(content.elements<std::int32_t>(node));
    case frame::Element::int64:
        return function(content.elements<std::int64_t>(node));
    case frame::Element::uint64:
        return function(content.elements<std::uint64_t>(node));
    case frame::Element::float16:
        return function(content.elements<Half>(node));
    case frame::Element::float32:
        return function(content.elements<float>(node));
    case frame::Element::float64:
        return function(content.elements<double>(node));
    case frame::Element::none:
    case frame::Element::string:
        break;
    }
    assert(false && "not a dataset of numbers");
}

template <class Strings> std::int64_t hashOfStrings(const Strings &strings)
{
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> hash(XXH3_createState(), XXH3_freeState);
    XXH3_64bits_reset(hash.get());
    for (const auto &each : strings) {
        XXH3_64bits_update(hash.get(), each.data(), each.size());
        XXH3_64bits_update(hash.get(), "", 1);
    }
    return static_cast<std::int64_t>(XXH3_64bits_digest(hash.get()));
}

} // namespace

const frame::Node *Hdf5Content::find(std::string_view path) const
{
    const auto found = std::ranges::find(m_nodes, path, &frame::Node::path);
    return found == m_nodes.end() ? nullptr : &*found;
}

std::vector<std::string_view> Hdf5Content::strings(const frame::Node &node) const
{
    const std::uint64_t count = *frame::elementCount(node.payloadShape());
    const auto offsets = elements<std::uint64_t>(node).first(count + 1);
    const char *text = reinterpret_cast<const char *>(payload(node).data()) + offsets.size_bytes();
    std::vector<std::string_view> result;
    result.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i)
        result.emplace_back(text + offsets[i], offsets[i + 1] - offsets[i]);
    return result;
}

Matrix Hdf5Content::matrix(const frame::Node &node, const RunContext &context) const
{
    const Index count = node.someRows ? static_cast<Index>(*node.someRows) : rows(node);
    Matrix values(count, node.shape.size() > 1 ? static_cast<Index>(node.shape[1]) : 1);
    visitNumbers(*this, node, [&](const auto &source) {
        forBlocks(
            values.size(), 1 << 18,
            [&](Index begin, Index end) {
                std::transform(source.begin() + begin, source.begin() + end, values.data() + begin,
                               [](const auto value) { return static_cast<float>(value); });
            },
            context);
    });
    return values;
}

std::optional<StoredNumber> Hdf5Content::storedNumber(const frame::Node &node)
{
    if (node.element == frame::Element::float16)
        return StoredNumber::float16;
    return node.element == frame::Element::float32 ? std::optional(StoredNumber::float32) : std::nullopt;
}

StoredRows Hdf5Content::storedRows(const frame::Node &node) const
{
    return {m_owner, payload(node), *storedNumber(node), static_cast<Index>(node.shape[1])};
}

std::optional<std::vector<std::int64_t>> Hdf5Content::integers(const frame::Node &node) const
{
    std::vector<std::int64_t> values;
    bool whole = true;
    visitNumbers(*this, node, [&](const auto &source) {
        values.reserve(source.size());
        for (const auto value : source) {
            const auto number = static_cast<double>(value);
            whole = whole && std::abs(number) < 0x1p63 && std::trunc(number) == number;
            values.push_back(whole ? static_cast<std::int64_t>(value) : 0);
        }
    });
    if (!whole)
        return std::nullopt;
    return values;
}

std::vector<double> Hdf5Content::doubles(const frame::Node &node) const
{
    std::vector<double> values;
    visitNumbers(*this, node, [&](const auto &source) { values.assign(source.begin(), source.end()); });
    return values;
}

const frame::Attribute *findAttribute(const frame::Node &node, std::string_view name)
{
    const auto found = std::ranges::find(node.attributes, name, &frame::Attribute::name);
    return found == node.attributes.end() ? nullptr : &*found;
}

std::string attributeText(const frame::Node &node, std::string_view name)
{
    const std::vector<std::string> texts = attributeTexts(node, name);
    return texts.empty() ? std::string() : texts.front();
}

std::optional<std::int64_t> attributeInteger(const frame::Node &node, std::string_view name)
{
    const auto *values = attributeValues<std::int64_t>(node, name);
    return values && !values->empty() ? std::optional(values->front()) : std::nullopt;
}

std::vector<std::string> attributeTexts(const frame::Node &node, std::string_view name)
{
    const auto *values = attributeValues<std::string>(node, name);
    return values ? *values : std::vector<std::string>();
}

Result<Hdf5Content> decodeFrame(std::shared_ptr<const void> owner, std::span<const std::byte> bytes,
                                const std::string &file)
{
    try {
        const frame::Header header = checkedHeader(bytes);
        TableReader table(bytes.subspan(header.tableOffset));
        const std::string code = table.string(), message = table.string(), place = table.string();
        require(code.empty() == message.empty(), "a problem without its code");
        if (!code.empty()) {
            require(errorCodeOf(code).has_value(), "an unknown problem");
            return Error(*errorCodeOf(code), message).in(file, place);
        }
        Hdf5Content content;
        for (std::uint32_t i = 0; i < header.nodes; ++i) {
            content.m_nodes.push_back(readNode(table));
            checkPayload(content.m_nodes.back(), header, bytes);
        }
        require(table.atEnd(), "its table is too long");
        content.m_owner = std::move(owner);
        content.m_bytes = bytes;
        return content;
    } catch (const BadFrame &bad) {
        return Error(ErrorCode::damagedFile, "the process that reads this file gave an invalid answer (", bad.what(),
                     "); the file is damaged: restore it from a copy or create it again")
            .in(file);
    }
}

std::int64_t checksumOf(std::span<const std::byte> bytes)
{
    return static_cast<std::int64_t>(XXH3_64bits(bytes.data(), bytes.size()));
}

std::int64_t checksumOf(const std::vector<std::string> &strings)
{
    return hashOfStrings(strings);
}

bool hasSavedValues(const Hdf5Content &content, const frame::Node &node)
{
    const auto saved = attributeInteger(node, checksumName);
    if (!saved || node.someRows)
        return true;
    if (node.element == frame::Element::string)
        return hashOfStrings(content.strings(node)) == *saved;
    // Values that were converted on reading have other bytes than in the file, so their checksum cannot be tested.
    return node.storedType != frame::elementNames[static_cast<std::size_t>(node.element)] ||
           checksumOf(std::as_bytes(content.elements<std::byte>(node))) == *saved;
}

} // namespace anchorscope::io
