// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/filedriver.h"
#include "reader/framewriter.h"

#include <optional>

namespace anchorscope {

/// Initializes libhdf5 before the process enters the sandbox, because the library then reads files and registers its
/// parts. If initializing fails, open() reports this, and files of other formats can still be read.
class PreparedHdf5
{
public:
    PreparedHdf5(int file, const StatusPipe &status);

    /// Opens the file. On failure, sets `problem`, which distinguishes a damaged file from a failing disk or library.
    Hdf5Handle open(FileProblem &problem) const;

    /// Problem of the disk, if it failed while the file was read; otherwise nullopt.
    std::optional<FileProblem> readProblem() const;

private:
    std::optional<FileDriver> m_driver;
    FileProblem m_problem; ///< reason why libhdf5 could not be initialized; set if m_driver is empty
};

} // namespace anchorscope
