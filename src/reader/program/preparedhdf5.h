// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/filedriver.h"
#include "reader/framewriter.h"

#include <optional>

namespace anchorscope {

/// Initializes libhdf5 with everything that it sets up, loads or registers on its own. It is created before the sandbox
/// closes. If initializing fails, open() reports this, and files of other formats can still be read.
class PreparedHdf5
{
public:
    PreparedHdf5(int file, const StatusPipe &status);

    /// Opens the file, or sets `problem`, which distinguishes a damaged file from a failing disk or library.
    Hdf5Handle open(FileProblem &problem) const;

    /// Problem of a disk that failed while the file was read; none otherwise.
    std::optional<FileProblem> readProblem() const;

private:
    std::optional<FileDriver> m_driver;
    FileProblem m_problem; ///< problem of the library; set if the driver is missing
};

} // namespace anchorscope
