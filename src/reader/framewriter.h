// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <functional>
#include <span>
#include <stdexcept>

namespace anchorscope {

/// Reason why a whole file cannot be read, as the parent process displays it.
struct FileProblem
{
    std::string code, message, place;
};

/// Payload of strings in a frame (frame/frame.h): the offset of each string, and the bytes of all strings.
struct StringColumn
{
    std::vector<std::uint64_t> offsets{0};
    std::string bytes;

    void add(std::string_view text)
    {
        bytes += text;
        offsets.push_back(bytes.size());
    }
    std::uint64_t size() const { return offsets.size() * sizeof offsets[0] + bytes.size(); }
};

/// Writes a frame (frame/frame.h) into an anonymous file.
class FrameWriter
{
public:
    explicit FrameWriter(int descriptor) : m_descriptor(descriptor) {}

    /// Receives the bytes of a payload in pieces, in their order.
    using Append = std::function<void(std::span<const std::byte>)>;
    /// Adds a node's payload: `fill` passes its bytes to an Append; the node gets their offset, size and hash. If
    /// `fill` returns false, the frame is unchanged and the result false.
    bool addPayload(frame::Node &node, const std::function<bool(const Append &)> &fill);

    void addStrings(frame::Node &node, const StringColumn &strings);
    /// Completes the frame with the table of nodes and the header.
    void finish(const std::vector<frame::Node> &nodes, const FileProblem &problem);

private:
    void write(std::span<const std::byte> bytes, std::uint64_t offset) const;

    int m_descriptor;
    std::uint64_t m_payloadBytes = 0;
    std::uint64_t m_end = frame::payloadAlignment; ///< offset in the frame of the next payload
};

} // namespace anchorscope
