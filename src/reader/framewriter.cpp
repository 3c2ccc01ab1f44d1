// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/framewriter.h"

#include <xxhash.h>

#include <memory>
#include <system_error>
#include <unistd.h>

namespace anchorscope {

namespace {

class TableWriter
{
public:
    template <class T> void number(T value) { m_bytes.append(reinterpret_cast<const char *>(&value), sizeof value); }
    void string(const std::string &text)
    {
        number(static_cast<std::uint32_t>(text.size()));
        m_bytes += text;
    }
    void attribute(const frame::Attribute &attribute)
    {
        string(attribute.name);
        number(static_cast<std::uint8_t>(attribute.values.index()));
        std::visit(
            [&](const auto &values) {
                number(static_cast<std::uint32_t>(values.size()));
                for (const auto &value : values) {
                    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
                        number(value);
                    else
                        string(value);
                }
            },
            attribute.values);
    }
    void node(const frame::Node &node)
    {
        string(node.path);
        number(static_cast<std::uint8_t>(node.kind));
        string(node.storedType);
        number(static_cast<std::uint8_t>(node.element));
        number(static_cast<std::uint8_t>(node.shape.size()));
        for (const std::uint64_t extent : node.shape)
            number(extent);
        number(static_cast<std::uint8_t>(node.loaded));
        number(static_cast<std::uint8_t>(node.someRows.has_value()));
        number(node.someRows.value_or(0));
        number(node.firstRow);
        number(node.payloadOffset);
        number(node.payloadBytes);
        number(node.payloadHash);
        string(node.problemCode);
        string(node.problem);
        number(static_cast<std::uint32_t>(node.attributes.size()));
        for (const frame::Attribute &each : node.attributes)
            attribute(each);
    }
    const std::string &bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

void check(bool ok, const char *what)
{
    if (!ok)
        throw std::system_error(errno, std::generic_category(), what);
}

} // namespace

/// Writes bytes into the frame. Writing to a mapping of the frame would take twice the time, because the system fills
/// each of its pages with zeros first.
void FrameWriter::write(std::span<const std::byte> bytes, std::uint64_t offset) const
{
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        check(written > 0, "write the frame");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
}

bool FrameWriter::addPayload(frame::Node &node, const std::function<bool(const Append &)> &fill)
{
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> hash(XXH3_createState(), XXH3_freeState);
    XXH3_64bits_reset(hash.get());
    std::uint64_t bytes = 0;
    const auto append = [&](std::span<const std::byte> piece) {
        XXH3_64bits_update(hash.get(), piece.data(), piece.size());
        write(piece, m_end + bytes);
        bytes += piece.size();
    };
    if (!fill(append))
        return false;
    node.payloadHash = bytes > 0 ? XXH3_64bits_digest(hash.get()) : 0;
    node.payloadOffset = m_end;
    node.payloadBytes = bytes;
    node.loaded = true;
    m_payloadBytes += bytes;
    m_end += (bytes + frame::payloadAlignment - 1) / frame::payloadAlignment * frame::payloadAlignment;
    return true;
}

void FrameWriter::addStrings(frame::Node &node, const StringColumn &strings)
{
    addPayload(node, [&](const Append &append) {
        append(std::as_bytes(std::span(strings.offsets)));
        append(std::as_bytes(std::span(strings.bytes)));
        return true;
    });
}

void FrameWriter::finish(const std::vector<frame::Node> &nodes, const FileProblem &problem)
{
    TableWriter table;
    table.string(problem.code);
    table.string(problem.message);
    table.string(problem.place);
    for (const frame::Node &node : nodes)
        table.node(node);
    const std::string &bytes = table.bytes();

    frame::Header header{};
    header.magic = frame::magic;
    header.version = frame::version;
    header.nodes = static_cast<std::uint32_t>(nodes.size());
    header.tableOffset = m_end;
    header.tableBytes = bytes.size();
    header.totalBytes = m_end + bytes.size();
    header.tableHash = XXH3_64bits(bytes.data(), bytes.size());
    header.payloadBytes = m_payloadBytes;
    check(::ftruncate(m_descriptor, static_cast<off_t>(header.totalBytes)) == 0, "size the frame");
    write(std::as_bytes(std::span(bytes)), m_end);
    write(std::as_bytes(std::span(&header, 1)), 0);
}

} // namespace anchorscope
