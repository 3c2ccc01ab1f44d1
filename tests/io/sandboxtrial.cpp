// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces anchorscope-reader after a hostile file has taken it over: enters the same sandbox, then tries one forbidden
// action. It reports its position like the helper: "@trying" before, "@it worked" or "@refused" after; if the system
// ends it, "@trying" is the last report. Arguments: those of the helper; the first pattern is /closed/WHAT,
// /unfiltered/WHAT to try it without the filter of system calls, or /open/WHAT to try it without the sandbox, which
// shows that the attempt is real. The second is a folder that belongs to the test.
#include "reader/landlock.h"
#include "reader/limits.h"
#include "reader/sandbox.h"
#include "reader/statuspipe.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <map>
#include <spawn.h>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int status = 3, frame = 4, file = 5, inherited = 60;

bool connects()
{
    // Needs no receiver: being refused by the other end means that the packet was sent.
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(9);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return socket >= 0 && (::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 ||
                           errno == ECONNREFUSED);
}

bool forks()
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(0);
    return child > 0 && ::waitpid(child, nullptr, 0) == child;
}

bool executes()
{
    ::execl("/bin/sh", "sh", "-c", "echo @it worked >&3", nullptr);
    return false;
}

bool opens(const char *path, int flags)
{
    return ::open(path, flags, 0600) >= 0;
}

bool raisesLimit()
{
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 100;
    limit.rlim_max = std::max<rlim_t>(limit.rlim_max, limit.rlim_cur);
    return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

bool runsWrittenCode()
{
    void *place = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return place != MAP_FAILED;
}

const std::map<std::string, std::function<bool(const std::string &)>> attempts = {
    {"open for reading", [](const auto &) { return opens("/etc/passwd", O_RDONLY); }},
    {"open for writing", [](const auto &folder) { return opens((folder + "/made").c_str(), O_WRONLY | O_CREAT); }},
    {"open a folder", [](const auto &) { return opens("/", O_RDONLY | O_DIRECTORY); }},
    {"ask about a file",
     [](const auto &) {
         struct stat facts;
         return ::stat("/etc/passwd", &facts) == 0;
     }},
    {"remove a file", [](const auto &folder) { return ::unlink((folder + "/victim").c_str()) == 0; }},
    {"rename a file",
     [](const auto &folder) { return ::rename((folder + "/victim").c_str(), (folder + "/gone").c_str()) == 0; }},
    {"socket", [](const auto &) { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0; }},
    {"socket of this machine", [](const auto &) { return ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }},
    {"connect", [](const auto &) { return connects(); }},
    {"fork", [](const auto &) { return forks(); }},
    {"exec", [](const auto &) { return executes(); }},
    {"signal the parent", [](const auto &) { return ::kill(::getppid(), 0) == 0; }},
    {"trace the parent", [](const auto &) { return ::ptrace(PTRACE_SEIZE, ::getppid(), nullptr, nullptr) == 0; }},
    {"be traced", [](const auto &) { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0; }},
    {"write to an inherited descriptor", [](const auto &) { return ::write(inherited, "x", 1) == 1; }},
    {"write to standard error", [](const auto &) { return ::write(STDERR_FILENO, "x", 1) == 1; }},
    {"read standard input",
     [](const auto &) {
         char byte;
         return ::read(STDIN_FILENO, &byte, 1) >= 0;
     }},
    {"copy a descriptor", [](const auto &) { return ::dup(file) >= 0; }},
    {"make memory with a name", [](const auto &) { return ::memfd_create("more", 0) >= 0; }},
    {"run what was written", [](const auto &) { return runsWrittenCode(); }},
    {"raise a limit", [](const auto &) { return raisesLimit(); }},
    {"change the folder", [](const auto &) { return ::chdir("/tmp") == 0; }},
    {"read the environment", [](const auto &) { return *environ != nullptr; }},
    {"make a frame without end", [](const auto &) { return ::ftruncate(frame, off_t{1} << 40) == 0; }},
    {"any other system call", [](const auto &) { return ::getppid() > 0; }},
};

} // namespace

int main(int argc, char **argv)
{
    using namespace anchorscope;
    if (argc < 12)
        return 2;
    const std::string wish = argv[10], folder = argv[11];
    const std::size_t slash = wish.find('/', 1);
    const std::string mode = wish.substr(1, slash - 1), what = wish.substr(slash + 1);
    const StatusPipe pipe(status);
    const AllowedDescriptors kept{status, frame, file};
    constexpr std::uint64_t frameBytes = 1 << 20;
    if (mode != "open")
        dropPrivileges(kept.firstFree(), 60);
    if (mode == "unfiltered") {
        enterLandlock();
        limitFiles(kept.firstFree(), frameBytes);
    }
    if (mode == "closed" && !enterSandbox(kept, frameBytes))
        return 1;
    pipe.enter("trying");
    pipe.enter(attempts.at(what)(folder) ? "it worked" : "refused");
    return 1;
}
