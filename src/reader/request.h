// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"
#include "reader/sandbox.h"

#include <string>
#include <vector>

namespace anchorscope {

/// Request of the parent process (io/hdf5/hdf5reader.cpp), as command-line arguments.
struct Request
{
    AllowedDescriptors descriptors{};
    std::uint64_t maxBytes = 0;
    std::uint64_t maxSeconds = 0;
    bool keepDouble = false;
    /// Rows to read from datasets that match `someRows`; other datasets are read completely.
    std::uint64_t firstRow = 0, rows = 0;
    std::string someRows;
    std::vector<std::string> patterns;

    bool selects(const frame::Node &node) const;
    bool selectsRows(const frame::Node &node) const;
};

/// Parses the arguments. Returns false for arguments that the parent process never passes.
bool parseArguments(int argc, char **argv, Request &request);

} // namespace anchorscope
