// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes seed frames for fuzz_frame: the sample of the unit test, and the frames that the real helper makes of the
/// given files. Usage: makeframes READER FOLDER FILE…

#include "support/frames.h"

#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <sys/wait.h>

using namespace anchorscope;

namespace {

/// Empty if the helper refuses its arguments or is ended.
std::string helperFrame(const char *reader, const char *path)
{
    const int file = ::open(path, O_RDONLY);
    const int frame = ::memfd_create("frame", 0), status = ::open("/dev/null", O_WRONLY);
    const std::string frameText = std::to_string(frame), statusText = std::to_string(status),
                      fileText = std::to_string(file);
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl(reader, reader, statusText.c_str(), frameText.c_str(), fileText.c_str(), "100000000", "60", "double",
                "0", "0", "", "/*", "/*/*", "/*/*/*", "/*/*/*/*", "/*/*/*/*/*", nullptr);
        ::_exit(127);
    }
    int code = 0;
    ::waitpid(child, &code, 0);
    std::string bytes(static_cast<std::size_t>(::lseek(frame, 0, SEEK_END)), '\0');
    const ssize_t count = ::pread(frame, bytes.data(), bytes.size(), 0);
    const bool done = WIFEXITED(code) && WEXITSTATUS(code) == anchorscope::frame::exitDone;
    bytes.resize(done && count > 0 ? static_cast<std::size_t>(count) : 0);
    ::close(file);
    ::close(frame);
    ::close(status);
    return bytes;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::cerr << "usage: makeframes READER FOLDER FILE...\n";
        return 2;
    }
    std::ofstream(std::string(argv[2]) + "/sample", std::ios::binary) << test::sampleFrame();
    for (int i = 3; i < argc; ++i) {
        const std::string bytes = helperFrame(argv[1], argv[i]);
        if (bytes.empty()) {
            std::cerr << "makeframes: " << argv[1] << " made no frame of " << argv[i] << '\n';
            return 1;
        }
        std::ofstream(std::string(argv[2]) + "/" + std::to_string(i), std::ios::binary) << bytes;
    }
    return 0;
}
