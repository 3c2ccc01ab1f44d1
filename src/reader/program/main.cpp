// SPDX-License-Identifier: GPL-3.0-or-later

/// anchorscope-reader: reads an untrusted HDF5, Parquet or Arrow file for the program and returns its contents as a
/// frame (frame/frame.h). It is a separate process because libhdf5 crashes on damaged files, and runs in a sandbox
/// because a hostile file may gain control of a library (SECURITY.md). io/hdf5/hdf5reader.cpp starts it.

#include "frame/handle.h"
#include "reader/columns/columnframe.h"
#include "reader/filedriver.h"
#include "reader/framewriter.h"
#include "reader/inspect.h"
#include "reader/limits.h"
#include "reader/program/opencolumns.h"
#include "reader/values.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

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

/// Initializes libhdf5 before the process enters the sandbox, because libhdf5 reads files during initialization. A
/// failure is reported by open(), so that files of other formats can be read nevertheless.
class PreparedHdf5
{
public:
    PreparedHdf5(int file, const StatusPipe &status)
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

    /// Opens the file. On failure, sets `problem` to one of two: the file is damaged, or the disk or libhdf5 failed.
    Hdf5Handle open(FileProblem &problem) const
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

    /// Returns the problem if the disk failed while the file was read; otherwise nullopt.
    std::optional<FileProblem> readProblem() const
    {
        if (!m_driver || m_driver->readError() == 0)
            return std::nullopt;
        return unreadableProblem(m_driver->readError());
    }

private:
    std::optional<FileDriver> m_driver;
    FileProblem m_problem; ///< reason why libhdf5 could not be initialized, if m_driver is empty
};

void loadSelected(hid_t file, const Request &request, std::vector<frame::Node> &nodes, FrameWriter &frame,
                  const StatusPipe &status, const MemoryLimit &memory)
{
    std::vector<frame::Node *> selected;
    std::uint64_t total = 0;
    for (frame::Node &node : nodes) {
        if (!request.selects(node) || !node.problem.empty())
            continue;
        selected.push_back(&node);
        if (request.selectsRows(node)) {
            node.firstRow = request.firstRow;
            node.someRows = request.rows;
        }
        if (__builtin_add_overflow(total, payloadBytes(node), &total))
            total = UINT64_MAX;
    }
    memory.allow(std::min(total, request.maxBytes));
    ValueReader reader(file, frame, status, request.maxBytes, total);
    for (frame::Node *node : selected)
        reader.load(*node);
}

std::vector<frame::Node> readHdf5(const PreparedHdf5 &library, const Request &request, FrameWriter &frame,
                                  const StatusPipe &status, const MemoryLimit &memory, FileProblem &problem)
{
    const Hdf5Handle file = library.open(problem);
    if (!file)
        return {};
    std::vector<frame::Node> nodes = listNodes(file.id(), request.keepDouble, status);
    loadSelected(file.id(), request, nodes, frame, status, memory);
    // Ends the process without closing the file, because closing a damaged file could crash libhdf5.
    frame.finish(nodes, library.readProblem().value_or(FileProblem{}));
    ::_exit(frame::exitDone);
}

std::vector<frame::Node> readFile(const PreparedHdf5 &library, const FileBytes &bytes, const Request &request,
                                  FrameWriter &frame, const StatusPipe &status, const MemoryLimit &memory,
                                  FileProblem &problem)
{
    try {
        if (const auto columns = openColumns(bytes)) {
            memory.allow(request.maxBytes);
            return loadColumns(*columns, request, frame, status);
        }
        return readHdf5(library, request, frame, status, memory, problem);
    } catch (const std::system_error &) {
        throw;
    } catch (const UnreadableColumn &failure) {
        problem = {failure.code(), failure.what(), ""};
    } catch (const std::runtime_error &error) {
        problem = library.readProblem().value_or(FileProblem{
            "damaged-file",
            "this file is damaged: " + std::string(error.what()) + "; restore it from a copy or create it again", ""});
    }
    return {};
}

int run(const Request &request)
{
    const AllowedDescriptors &kept = request.descriptors;
    dropPrivileges(kept.firstFree(), request.maxSeconds);
    const StatusPipe status(kept.status);
    FrameWriter frame(kept.frame);
    const PreparedHdf5 library(kept.file, status);
    const FileBytes bytes(kept.file, status);
    const MemoryLimit memory(bytes.size(), request.maxBytes);
    memory.allow(0);
    constexpr std::uint64_t tableBytes = std::uint64_t{1} << 30; // maximum of a frame's table of nodes
    if (enterSandbox(kept, tableBytes + std::min(request.maxBytes, UINT64_MAX / 4)))
        status.sandboxed();
    // Reading begins here, after the process has entered the sandbox.
    status.enter("/");
    FileProblem problem;
    const std::vector<frame::Node> nodes = readFile(library, bytes, request, frame, status, memory, problem);
    frame.finish(nodes, problem);
    ::_exit(frame::exitDone);
}

} // namespace

} // namespace anchorscope

int main(int argc, char **argv)
{
    anchorscope::Request request;
    if (!anchorscope::parseArguments(argc, argv, request)) {
        std::fputs("anchorscope-reader opens files for anchorscope and anchorscope-cli; it is not started by hand.\n",
                   stderr);
        return anchorscope::frame::exitUsage;
    }
    // If this process fails, the parent reports the last position that it received through the status pipe.
    try {
        return anchorscope::run(request);
    } catch (const std::bad_alloc &) {
        ::_exit(anchorscope::frame::exitOutOfMemory);
    } catch (const std::system_error &) {
        ::_exit(anchorscope::frame::exitOutOfMemory);
    } catch (const std::exception &) {
        ::_exit(anchorscope::frame::exitFailed);
    }
}
