// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: Parquet and Arrow files read by the helper's code; the result is a valid frame or a sentence.

#include "fuzz/fuzzfile.h"
#include "reader/columns/columnframe.h"
#include "reader/program/opencolumns.h"
#include "support/frames.h"

#include <fcntl.h>

using namespace anchorscope;

namespace {

void readColumns(int file, int frameFile)
{
    static const int nowhere = ::open("/dev/null", O_WRONLY);
    const StatusPipe status(nowhere);
    const FileBytes bytes(file, status);
    FrameWriter writer(frameFile);
    Request request;
    request.maxBytes = 64 << 20;
    request.patterns = {"/columns/*/*"};
    const auto source = openColumns(bytes);
    if (!source)
        return;
    writer.finish(loadColumns(*source, request, writer, status), {});
    std::string frame(static_cast<std::size_t>(::lseek(frameFile, 0, SEEK_END)), '\0');
    require(::pread(frameFile, frame.data(), frame.size(), 0) == static_cast<ssize_t>(frame.size()));
    const auto content = test::decode(frame);
    require(content.ok());
    test::touchEverything(*content);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FuzzFile file(data, size);
    const int input = ::open(file.path().c_str(), O_RDONLY), frame = ::memfd_create("frame", 0);
    try {
        readColumns(input, frame);
    } catch (const UnreadableColumn &failure) {
        require(!std::string_view(failure.what()).empty() && errorCodeOf(failure.code()).has_value());
    }
    ::close(input);
    ::close(frame);
    return 0;
}
