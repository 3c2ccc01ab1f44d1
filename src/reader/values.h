// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/framewriter.h"
#include "reader/statuspipe.h"

#include <hdf5.h>

namespace anchorscope {

/// Reads the requested datasets of an HDF5 file into the frame (frame/frame.h), in blocks of rows.
class ValueReader
{
public:
    /// Reads nothing yet. `limit`: maximum bytes of decoded values. `totalBytes`: size of all payloads, for progress.
    ValueReader(hid_t file, FrameWriter &frame, const StatusPipe &status, std::uint64_t limit, std::uint64_t totalBytes)
        : m_file(file), m_frame(frame), m_status(status), m_limit(limit), m_totalBytes(totalBytes)
    {
    }

    /// Reads one dataset in which listNodes() found no problem; a failure is stored in node.problem.
    void load(frame::Node &node);

private:
    /// Reads the values of a dataset, or of one field of a compound type. `type`: type of the values in the file.
    void loadNumbers(hid_t dataset, hid_t type, const std::string &field, frame::Node &node);
    void loadStrings(hid_t dataset, hid_t type, const std::string &field, frame::Node &node);
    /// True if `decoded` more bytes fit into the limit; otherwise sets the node's problem.
    bool fits(std::uint64_t decoded, frame::Node &node) const;
    void advance(std::uint64_t bytes);

    hid_t m_file;
    FrameWriter &m_frame;
    const StatusPipe &m_status;
    std::uint64_t m_limit;
    std::uint64_t m_decoded = 0;
    std::uint64_t m_totalBytes;
    std::uint64_t m_doneBytes = 0;
};

/// Bytes of a dataset's payload as far as known before loading; for strings of variable length a lower bound.
std::uint64_t payloadBytes(const frame::Node &node);

} // namespace anchorscope
