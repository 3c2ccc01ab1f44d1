// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/handle.h"
#include "reader/statuspipe.h"

#include <cstdint>
#include <memory>
#include <stdexcept>

namespace anchorscope {

/// Exception for a failure of libhdf5 that is unrelated to the file; its message is that of hdf5ErrorText().
struct LibraryFault : std::runtime_error
{
    LibraryFault() : std::runtime_error(hdf5ErrorText()) {}
};

/// HDF5 file driver that reads an open descriptor with pread. libhdf5's own drivers open the file by name, which the
/// sandbox forbids. It never writes.
class FileDriver
{
public:
    /// Events that distinguish a damaged file from one that could not be read.
    struct Facts
    {
        bool reached = false; ///< true if libhdf5 called this driver to open the file
        int readError = 0;    ///< errno of the latest read that failed
    };

    /// Registers the driver, or throws LibraryFault. `bytes`: size of the file; `status` and the driver must outlive
    /// every file opened here.
    FileDriver(int descriptor, std::uint64_t bytes, const StatusPipe &status);

    /// Opens the file read-only; not valid if libhdf5 refuses it (hdf5ErrorText gives the reason). Throws LibraryFault
    /// if libhdf5 did not use the driver.
    Hdf5Handle open() const;

    /// Error number (errno) of a failed read, or 0.
    int readError() const { return m_facts->readError; }

private:
    std::unique_ptr<Facts> m_facts;
    Hdf5Handle m_access; ///< HDF5 property list that names the driver
};

} // namespace anchorscope
