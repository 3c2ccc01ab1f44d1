// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/filedriver.h"
#include "reader/framewriter.h"

#include <optional>

namespace anchorscope {

/// Initializes libhdf5 before the process enters the sandbox, because the initialization reads files. If it fails,
/// open() reports it, and files of other formats can still be read.
class PreparedHdf5
{
public:
    PreparedHdf5(int file, const StatusPipe &status);

    /// Opens the file. On failure, sets `problem`, which distinguishes a damaged file from a failing disk or library.
    Hdf5Handle open(FileProblem &problem) const;

    /// Problem of a disk that failed while the file was read, or nullopt.
    std::optional<FileProblem> readProblem() const;

private:
    std::optional<FileDriver> m_driver;
    FileProblem m_problem; ///< reason why libhdf5 could not be initialized, if m_driver is empty
};

} // namespace anchorscope
