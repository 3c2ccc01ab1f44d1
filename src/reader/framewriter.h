// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <functional>
#include <span>
#include <stdexcept>

namespace anchorscope {

/// Failure of the whole file, in the form in which the parent displays it.
struct FileProblem
{
    std::string code, message, place;
};

/// Writes a frame into an anonymous file that grows with its contents.
class FrameWriter
{
public:
    explicit FrameWriter(int descriptor) : m_descriptor(descriptor) {}

    /// Lets `fill` write `bytes` bytes in place, and records offset, size and hash in the node. If `fill` returns
    /// false, returns false and leaves nothing behind.
    bool addPayload(frame::Node &node, std::uint64_t bytes, const std::function<bool(std::span<std::byte>)> &fill);

    /// Writes table and header, which completes the frame.
    void finish(const std::vector<frame::Node> &nodes, const FileProblem &problem);

private:
    int m_descriptor;
    std::uint64_t m_payloadBytes = 0;
    std::uint64_t m_end = frame::payloadAlignment; ///< offset of the next payload
};

} // namespace anchorscope
