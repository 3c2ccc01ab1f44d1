// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/framewriter.h"
#include "reader/statuspipe.h"

#include <hdf5.h>

namespace anchorscope {

/// Reads the chosen datasets of a file, block by block of rows, into the frame.
class ValueReader
{
public:
    /// Creates a reader. `limit`: maximum bytes of all decoded values (frame/budget.h). `totalBytes`: size of all
    /// payloads to be loaded, for the share of progress.
    ValueReader(hid_t file, FrameWriter &frame, const StatusPipe &status, std::uint64_t limit, std::uint64_t totalBytes)
        : m_file(file), m_frame(frame), m_status(status), m_limit(limit), m_totalBytes(totalBytes)
    {
    }

    /// Reads one dataset that listNodes found without problem; failures are reported in node.problem.
    void load(frame::Node &node);

private:
    void loadNumbers(hid_t dataset, frame::Node &node);
    void loadStrings(hid_t dataset, frame::Node &node);
    /// True if `decoded` more bytes fit in addition to the loaded ones; otherwise sets the problem of the node.
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

/// Size in bytes of a dataset's payload, as far as known before loading; a lower bound for variable strings.
std::uint64_t payloadBytes(const frame::Node &node);

} // namespace anchorscope
