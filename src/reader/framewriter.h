// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <functional>
#include <span>
#include <stdexcept>

namespace anchorscope {

/// Reason why a whole file cannot be read, in the form in which the parent process displays it.
struct FileProblem
{
    std::string code, message, place;
};

/// Writes a frame (frame/frame.h) into an anonymous file, which grows with the contents.
class FrameWriter
{
public:
    explicit FrameWriter(int descriptor) : m_descriptor(descriptor) {}

    /// Adds the payload of a node: `fill` writes `bytes` bytes directly into the frame; their offset, size and hash are
    /// recorded in the node. If `fill` returns false, returns false and leaves the frame unchanged.
    bool addPayload(frame::Node &node, std::uint64_t bytes, const std::function<bool(std::span<std::byte>)> &fill);

    /// Writes the table of nodes and the header, which completes the frame.
    void finish(const std::vector<frame::Node> &nodes, const FileProblem &problem);

private:
    int m_descriptor;
    std::uint64_t m_payloadBytes = 0;
    std::uint64_t m_end = frame::payloadAlignment; ///< offset in the frame at which the next payload begins
};

} // namespace anchorscope
