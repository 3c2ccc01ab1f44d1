// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/handle.h"
#include "reader/statuspipe.h"

#include <cstdint>
#include <memory>
#include <stdexcept>

namespace anchorscope {

/// Failure of libhdf5 itself, not caused by the file; the message is hdf5ErrorText().
struct LibraryFault : std::runtime_error
{
    LibraryFault() : std::runtime_error(hdf5ErrorText()) {}
};

/// HDF5 file driver that reads an open descriptor by pread, because the sandbox forbids opening a file by name, as
/// libhdf5's own drivers do. It never writes.
class FileDriver
{
public:
    /// Facts from which the caller concludes whether the file is damaged, or the disk or libhdf5 failed.
    struct Facts
    {
        bool reached = false; ///< true if libhdf5 called this driver to open the file
        int readError = 0;
    };

    /// Registers the driver in libhdf5; throws LibraryFault if that fails. `bytes`: size of the file. `status` and the
    /// driver must outlive every file opened with it.
    FileDriver(int descriptor, std::uint64_t bytes, const StatusPipe &status);

    /// Opens the file read-only. The handle is invalid if libhdf5 rejects the file (hdf5ErrorText() returns the
    /// reason). Throws LibraryFault if libhdf5 did not use this driver.
    Hdf5Handle open() const;

    /// errno of the last read that failed, or 0.
    int readError() const { return m_facts->readError; }

private:
    std::unique_ptr<Facts> m_facts;
    Hdf5Handle m_access; ///< property list for opening a file with this driver
};

} // namespace anchorscope
