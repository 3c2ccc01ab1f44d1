// SPDX-License-Identifier: GPL-3.0-or-later

/// anchorscope-reader: reads an untrusted HDF5 file on behalf of the program and hands its contents back as a frame
/// (frame/frame.h). It is a process of its own because libhdf5 crashes on damaged files, and a sandbox because a
/// hostile file may take libhdf5 over (SECURITY.md). Started by io/hdf5/hdf5reader.cpp.

#include "frame/handle.h"
#include "reader/filedriver.h"
#include "reader/framewriter.h"
#include "reader/inspect.h"
#include "reader/limits.h"
#include "reader/sandbox.h"
#include "reader/values.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fnmatch.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace anchorscope {
namespace {

/// Room for HDF5's own structures while the file is listed, and beside the values while they are read.
constexpr std::uint64_t workingBytes = std::uint64_t{1} << 30;

struct Request
{
    KeptDescriptors descriptors{};
    std::uint64_t maxBytes = 0;
    std::uint64_t maxSeconds = 0;
    bool keepDouble = false;
    std::uint64_t firstRow = 0, rows = 0; ///< of the datasets of someRows; of all others all rows
    std::string someRows;
    std::vector<std::string> patterns;

    bool wants(const frame::Node &node) const
    {
        return node.kind == frame::Kind::dataset &&
               std::any_of(patterns.begin(), patterns.end(), [&](const auto &each) { return matches(each, node); });
    }
    bool wantsSomeRows(const frame::Node &node) const
    {
        return matches(someRows, node) && !node.shape.empty() && firstRow <= node.shape[0] &&
               rows <= node.shape[0] - firstRow;
    }

private:
    static bool matches(const std::string &pattern, const frame::Node &node)
    {
        return ::fnmatch(pattern.c_str(), node.path.c_str(), FNM_PATHNAME) == 0;
    }
};

template <class T> bool parse(std::string_view text, T &value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

bool parse(int argc, char **argv, Request &request)
{
    if (argc < 10)
        return false;
    request.keepDouble = std::strcmp(argv[6], "double") == 0;
    request.someRows = argv[9];
    request.patterns.assign(argv + 10, argv + argc);
    return parse(argv[1], request.descriptors.status) && parse(argv[2], request.descriptors.frame) &&
           parse(argv[3], request.descriptors.file) && parse(argv[4], request.maxBytes) &&
           parse(argv[5], request.maxSeconds) && parse(argv[7], request.firstRow) && parse(argv[8], request.rows);
}

FileProblem openProblem()
{
    return {"damaged-file",
            "HDF5 cannot open this file (" + hdf5ErrorText() +
                "); it is damaged or was cut off, make or download it again",
            ""};
}

/// Address space for so many bytes of values.
std::uint64_t memoryFor(std::uint64_t bytes)
{
    return workingBytes + 2 * std::min(bytes, UINT64_MAX / 4);
}

void loadWanted(hid_t file, const Request &request, std::vector<frame::Node> &nodes, FrameWriter &frame,
                const StatusPipe &status, const MemoryLimit &memory)
{
    std::vector<frame::Node *> wanted;
    std::uint64_t total = 0;
    for (frame::Node &node : nodes) {
        if (!request.wants(node) || !node.problem.empty())
            continue;
        wanted.push_back(&node);
        if (request.wantsSomeRows(node)) {
            node.firstRow = request.firstRow;
            node.someRows = request.rows;
        }
        if (__builtin_add_overflow(total, payloadBytes(node), &total))
            total = UINT64_MAX;
    }
    memory.allow(memoryFor(std::min(total, request.maxBytes)));
    ValueReader reader(file, frame, status, request.maxBytes, total);
    for (frame::Node *node : wanted)
        reader.load(*node);
}

/// Everything that libhdf5 sets up, loads or registers on its own, before the sandbox closes.
FileDriver prepareHdf5(int file, const StatusPipe &status)
{
    H5open();
    H5PLset_loading_state(0); // filter plugins are code from outside
    silenceHdf5Errors();
    H5Zfilter_avail(H5Z_FILTER_DEFLATE);
    H5Zfilter_avail(H5Z_FILTER_SZIP);
    struct stat facts
    {
    };
    ::fstat(file, &facts);
    return FileDriver(file, static_cast<std::uint64_t>(facts.st_size), status);
}

int run(const Request &request)
{
    const KeptDescriptors &kept = request.descriptors;
    giveUpRights(kept.firstFree(), request.maxSeconds);
    const StatusPipe status(kept.status);
    FrameWriter frame(kept.frame);
    const FileDriver driver = prepareHdf5(kept.file, status);
    const MemoryLimit memory(memoryFor(request.maxBytes));
    memory.allow(workingBytes);
    if (enterSandbox(kept, workingBytes + std::min(request.maxBytes, UINT64_MAX / 4)))
        status.sandboxed();
    // Only now is the file looked at.
    std::vector<frame::Node> nodes;
    FileProblem problem;
    status.enter("/");
    const Hdf5Handle file = driver.open();
    if (file) {
        try {
            nodes = listNodes(file.id(), request.keepDouble, status);
            loadWanted(file.id(), request, nodes, frame, status, memory);
        } catch (const std::system_error &) {
            throw;
        } catch (const std::runtime_error &error) {
            nodes.clear();
            problem = {
                "damaged-file",
                "this file is damaged: " + std::string(error.what()) + "; restore it from a copy or make it again", ""};
        }
    } else {
        problem = openProblem();
    }
    frame.finish(nodes, problem);
    // Closing a damaged file could still crash; nothing is left to do here.
    ::_exit(frame::exitDone);
}

} // namespace
} // namespace anchorscope

int main(int argc, char **argv)
{
    anchorscope::Request request;
    if (!anchorscope::parse(argc, argv, request)) {
        std::fputs(
            "anchorscope-reader opens HDF5 files for anchorscope and anchorscope-cli; it is not started by hand.\n",
            stderr);
        return anchorscope::frame::exitUsage;
    }
    // The parent names the place that was reached.
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
