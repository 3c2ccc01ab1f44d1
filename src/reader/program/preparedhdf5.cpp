// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/program/preparedhdf5.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace anchorscope {

namespace {

void require(bool accepted)
{
    if (!accepted)
        throw LibraryFault();
}

std::string libraryVersion()
{
    unsigned major = 0, minor = 0, release = 0;
    if (H5get_libversion(&major, &minor, &release) < 0)
        return "of unknown version";
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

FileProblem libraryProblem(const LibraryFault &fault)
{
    return {"no-reader",
            "the HDF5 library " + libraryVersion() + " does not work with this build of Anchorscope (" + fault.what() +
                "); the file is not at fault: build Anchorscope on this system or install a package made for it",
            ""};
}

FileProblem unreadableProblem(int error)
{
    return {"unreadable-file",
            "this file cannot be read (" + std::string(std::strerror(error)) +
                "); try again, or copy it to another disk",
            ""};
}

FileProblem damagedProblem()
{
    return {"damaged-file",
            "HDF5 cannot open this file (" + hdf5ErrorText() +
                "); it is damaged or was cut off: create or download it again",
            ""};
}

} // namespace

PreparedHdf5::PreparedHdf5(int file, const StatusPipe &status)
{
    struct stat facts
    {
    };
    if (::fstat(file, &facts) != 0) {
        m_problem = unreadableProblem(errno);
        return;
    }
    try {
        require(H5open() >= 0);
        silenceHdf5Errors();
        require(H5PLset_loading_state(0) >= 0); // disables filter plugins, which would be external code
        require(H5Zfilter_avail(H5Z_FILTER_DEFLATE) >= 0 && H5Zfilter_avail(H5Z_FILTER_SZIP) >= 0);
        m_driver.emplace(file, static_cast<std::uint64_t>(facts.st_size), status);
    } catch (const LibraryFault &fault) {
        m_problem = libraryProblem(fault);
    }
}

Hdf5Handle PreparedHdf5::open(FileProblem &problem) const
{
    if (!m_driver) {
        problem = m_problem;
        return {};
    }
    try {
        Hdf5Handle file = m_driver->open();
        if (!file)
            problem = readProblem().value_or(damagedProblem());
        return file;
    } catch (const LibraryFault &fault) {
        problem = libraryProblem(fault);
        return {};
    }
}

std::optional<FileProblem> PreparedHdf5::readProblem() const
{
    if (!m_driver || m_driver->readError() == 0)
        return std::nullopt;
    return unreadableProblem(m_driver->readError());
}

} // namespace anchorscope
