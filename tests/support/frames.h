// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5frame.h"
#include "reader/framewriter.h"

#include <xxhash.h>

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

/// Frames (frame/frame.h) for tests and the fuzzer. Users compile reader/framewriter.cpp as well.
namespace anchorscope::test {

/// Content of a payload of a sample frame.
struct SamplePayload
{
    std::size_t node;
    std::string bytes;
};

inline std::string writeFrame(std::vector<frame::Node> nodes, const std::vector<SamplePayload> &payloads,
                              const FileProblem &problem)
{
    const int descriptor = ::memfd_create("frame", 0);
    FrameWriter writer(descriptor);
    for (const SamplePayload &payload : payloads) {
        writer.addPayload(nodes[payload.node], [&](const FrameWriter::Append &append) {
            append(std::as_bytes(std::span(payload.bytes)));
            return true;
        });
    }
    writer.finish(nodes, problem);
    std::string bytes(static_cast<std::size_t>(::lseek(descriptor, 0, SEEK_END)), '\0');
    const ssize_t count = ::pread(descriptor, bytes.data(), bytes.size(), 0);
    ::close(descriptor);
    bytes.resize(static_cast<std::size_t>(count));
    return bytes;
}

template <class T> std::string bytesOf(const std::vector<T> &values)
{
    return {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)};
}

/// A root with attributes, a group, six floats, three strings, and a dataset with a problem.
inline std::string sampleFrame()
{
    frame::Node root{.path = "/"};
    root.attributes = {{"title", std::vector<std::string>{"täxt"}},
                       {"names", std::vector<std::string>{"a", "", "c"}},
                       {"version", std::vector<std::int64_t>{-7}},
                       {"share", std::vector<double>{0.5, 0.25}}};
    frame::Node group{.path = "/group"};
    frame::Node floats{.path = "/floats",
                       .kind = frame::Kind::dataset,
                       .storedType = "float16",
                       .element = frame::Element::float32,
                       .shape = {2, 3}};
    frame::Node strings{.path = "/strings",
                        .kind = frame::Kind::dataset,
                        .storedType = "string",
                        .element = frame::Element::string,
                        .shape = {3}};
    frame::Node problem{.path = "/problem",
                        .kind = frame::Kind::dataset,
                        .storedType = "float32",
                        .element = frame::Element::float32,
                        .shape = {9}};
    problem.problemCode = "missing-filter";
    problem.problem = "it is compressed with lzf";
    return writeFrame({root, group, floats, strings, problem},
                      {{2, bytesOf(std::vector<float>{0, 1, 2, 3, 4, 5})},
                       {3, bytesOf(std::vector<std::uint64_t>{0, 3, 3, 8}) + "onethree"}},
                      {});
}

inline frame::Header headerOf(const std::string &bytes)
{
    frame::Header header{};
    std::memcpy(&header, bytes.data(), std::min(bytes.size(), sizeof header));
    return header;
}

/// Corrects the checksum of the table after a change, so that later checks are reached.
inline void sealTable(std::string &bytes)
{
    frame::Header header = headerOf(bytes);
    if (bytes.size() < sizeof header || header.tableOffset > bytes.size() ||
        header.tableBytes > bytes.size() - header.tableOffset)
        return;
    header.tableHash = XXH3_64bits(bytes.data() + header.tableOffset, header.tableBytes);
    std::memcpy(bytes.data(), &header, sizeof header);
}

inline Result<io::Hdf5Content> decode(const std::string &bytes)
{
    // Payloads are aligned within a frame, so the frame itself must be.
    const std::shared_ptr<void> owner(
        std::aligned_alloc(frame::payloadAlignment,
                           (bytes.size() / frame::payloadAlignment + 1) * frame::payloadAlignment),
        std::free);
    std::memcpy(owner.get(), bytes.data(), bytes.size());
    return io::decodeFrame(owner, {static_cast<const std::byte *>(owner.get()), bytes.size()}, "a.h5");
}

/// Uses every accessor on every node, for the sanitizers.
inline void touchEverything(const io::Hdf5Content &content)
{
    std::size_t sum = 0;
    for (const frame::Node &node : content.nodes()) {
        if (!node.loaded)
            continue;
        if (node.element == frame::Element::string) {
            for (const std::string_view text : content.strings(node))
                sum += text.size() + (text.empty() ? 0u : static_cast<unsigned char>(text.back()));
            continue;
        }
        sum += content.doubles(node).size();
        sum += content.integers(node) ? 1 : 0;
        if (node.shape.size() == 1 || node.shape.size() == 2)
            sum += static_cast<std::size_t>(content.matrix(node).size());
    }
    [[maybe_unused]] volatile std::size_t seen = sum;
}

} // namespace anchorscope::test
