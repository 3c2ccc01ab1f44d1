// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/files/inputfile.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace anchorscope::io {

/// Returns the lowest memory limit, in bytes, of this process and its groups of processes (cgroups, version 1 or 2),
/// which containers and batch systems set; UINT64_MAX without a limit. `root`: folder that contains /proc and /sys.
std::uint64_t memoryLimitOfGroups(const std::string &root = {});

/// Returns the maximum number of bytes for the decoded values of one file (frame/budget.h): a third of the memory of
/// the machine or, if one of them is lower, of the limit of the container or of the program (RLIMIT_AS).
std::uint64_t largestDecodedFile();

/// Counts the bytes that the values of one file need, before their memory is allocated.
class FileBudget
{
public:
    explicit FileBudget(std::uint64_t limit = largestDecodedFile()) : m_limit(limit) {}

    /// Reserves `bytes`. Error "too-large" states the size, the limit and advice; the caller adds file and place.
    Status take(std::uint64_t bytes);

private:
    std::uint64_t m_limit;
    std::uint64_t m_taken = 0;
};

/// Creates an empty, unnamed temporary file in TMPDIR (default: /var/tmp), for data that do not fit into memory, and
/// reserves `bytes` bytes on the disk. Closing removes the file. Error "too-large" if the disk is full.
Result<FileDescriptor> openScratch(std::uint64_t bytes);

/// Allocates `bytes` bytes; more than largestDecodedFile() are in a mapped scratch file. Error "too-large".
Result<std::shared_ptr<std::byte[]>> roomFor(std::uint64_t bytes);

/// Asks the system for huge pages in memory that is about to be filled, which then takes less time.
void preferHugePages(void *memory, std::uint64_t bytes);

} // namespace anchorscope::io
