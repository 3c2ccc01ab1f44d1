// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/handle.h"
#include "reader/statuspipe.h"

#include <cstdint>

namespace anchorscope {

/// An HDF5 file driver that reads an open descriptor with pread. libhdf5's own drivers open the file by name and so
/// cannot be used once the filter of system calls stands. It never writes.
class FileDriver
{
public:
    /// Registers the driver. `bytes`: size of the file; both must outlive every file opened here.
    FileDriver(int descriptor, std::uint64_t bytes, const StatusPipe &status);

    /// Opens the file read-only; not valid if libhdf5 refuses it (hdf5ErrorText says why).
    Hdf5Handle open() const;

private:
    Hdf5Handle m_access; ///< file access properties that name the driver
};

} // namespace anchorscope
