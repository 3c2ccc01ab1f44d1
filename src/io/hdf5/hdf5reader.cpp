// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5reader.h"

#include "io/files/filebudget.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace anchorscope::io {

namespace {

constexpr int childStatusDescriptor = 3;
constexpr int childFrameDescriptor = 4;
constexpr int childFileDescriptor = 5;
constexpr std::size_t largestBlock = 1 << 20; ///< maximum bytes of the values that the helper sends at a time

#ifdef ANCHORSCOPE_SANITIZED
constexpr std::uint64_t slowness = 10; ///< factor for all time limits, because sanitizers slow the helper down
constexpr bool expectsSandbox = false;
constexpr std::array<const char *, 4> keptVariables = {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"};
#else
constexpr std::uint64_t slowness = 1;
constexpr bool expectsSandbox = true;
constexpr std::array<const char *, 0> keptVariables = {};
#endif

/// Maximum processor time of the helper for a file, in seconds. Undamaged files need a few seconds for each 100 MB.
/// Small files have a low limit, so that one made to be slow cannot take minutes.
std::uint64_t secondsOfProcessor(std::uint64_t fileBytes)
{
    return slowness * std::min(20 + fileBytes / 1000000, 120 + fileBytes / 4000000);
}

/// Maximum running time, in seconds, of a helper that sends messages but hardly computes: it waits for a slow disk, or
/// is controlled by a hostile file.
double longestReading(std::uint64_t fileBytes)
{
    return 20 * static_cast<double>(secondsOfProcessor(fileBytes));
}

/// Shared lock on a file while it is read, so that other HDF5 programs do not write to it.
class SharedLock
{
public:
    explicit SharedLock(int descriptor)
        : m_descriptor(descriptor), m_refused(::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
    }
    ~SharedLock() { ::flock(m_descriptor, LOCK_UN); }
    SharedLock(const SharedLock &) = delete;
    SharedLock &operator=(const SharedLock &) = delete;
    bool refused() const { return m_refused; }

private:
    int m_descriptor;
    bool m_refused;
};

/// Environment variables of the helper, which it clears later: options of sanitizers, and huge pages for large blocks
/// of memory. (Pages of 4 KB took a third of the time of reading a Parquet file.)
std::vector<std::string> helperEnvironment()
{
    std::vector<std::string> kept = {"GLIBC_TUNABLES=glibc.malloc.hugetlb=1"};
    for (const char *name : keptVariables) {
        if (const char *value = std::getenv(name))
            kept.push_back(std::string(name) + '=' + value);
    }
    return kept;
}

std::vector<char *> pointers(std::vector<std::string> &words)
{
    std::vector<char *> result;
    for (std::string &word : words)
        result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

std::string findHelper()
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const fs::path &candidate :
         {folder / "anchorscope-reader", folder.parent_path() / "libexec" / "anchorscope" / "anchorscope-reader"}) {
        if (::access(candidate.c_str(), X_OK) == 0)
            return candidate;
    }
    return {};
}

std::string readerOf(const InputFile &file)
{
    const auto bytes = file.bytesAt(0, 4);
    if (bytes && *bytes == "PAR1")
        return "the Parquet reader";
    return bytes && (*bytes == "ARRO" || *bytes == "\xff\xff\xff\xff") ? "the Arrow reader" : "the HDF5 reader";
}

/// Running helper process; the destructor ends it.
class Helper
{
public:
    explicit Helper(const InputFile &file) : m_file(file.path), m_reader(readerOf(file)) {}
    ~Helper()
    {
        kill();
        wait();
    }
    Helper(const Helper &) = delete;
    Helper &operator=(const Helper &) = delete;

    Status start(const InputFile &file, const Hdf5Request &request)
    {
        const std::string program = request.helper.empty() ? findHelper() : request.helper;
        int ends[2];
        if (request.scratchBytes > 0) {
            auto scratch = openScratch(request.scratchBytes);
            if (!scratch)
                return scratch.error().in(m_file);
            m_frame = std::move(*scratch);
        } else {
            m_frame = FileDescriptor(::memfd_create("anchorscope-frame", MFD_CLOEXEC | MFD_ALLOW_SEALING));
        }
        m_onDisk = request.scratchBytes > 0;
        if (!m_frame.valid() || ::pipe2(ends, O_CLOEXEC) != 0)
            return failure(ErrorCode::unreadableFile, m_reader, " cannot be started (", std::strerror(errno),
                           "); close other programs and open the file again");
        m_status = FileDescriptor(ends[0]);
        ::fcntl(ends[0], F_SETPIPE_SZ, 1 << 20); // saves changes between the processes; may fail
        const FileDescriptor childStatus(ends[1]);

        std::vector<std::string> words = {program,
                                          std::to_string(childStatusDescriptor),
                                          std::to_string(childFrameDescriptor),
                                          std::to_string(childFileDescriptor),
                                          std::to_string(request.maxBytes ? request.maxBytes : largestDecodedFile()),
                                          std::to_string(secondsOfProcessor(file.bytes)),
                                          request.keepDouble ? "double" : "single",
                                          std::to_string(request.some ? request.some->rows.first : 0),
                                          std::to_string(request.some ? request.some->rows.count : 0),
                                          request.some ? request.some->pattern : ""};
        words.insert(words.end(), request.load.begin(), request.load.end());
        return spawn(program, std::move(words), childStatus.get(), file.descriptor.get());
    }

    /// Receives the helper's messages until the helper ends or exceeds a time limit.
    Status follow(const Hdf5Request &request, std::uint64_t fileBytes, const RunContext &context)
    {
        StallTimer timer(m_process, fileBytes, request.silenceSeconds, request.announceSeconds);
        const Stopwatch clock;
        const double most = request.totalSeconds > 0 ? request.totalSeconds : longestReading(fileBytes);
        while (true) {
            pollfd waiting{m_status.get(), POLLIN, 0};
            const int ready = ::poll(&waiting, 1, 20);
            if (context.cancelled())
                return cancelledError();
            if (clock.seconds() > most)
                return damaged("did not finish within ", static_cast<int>(most), " seconds");
            if (ready > 0) {
                std::array<std::byte, 4096> lines;
                const std::span<std::byte> missing = missingValues(), target = missing.empty() ? lines : missing;
                const ssize_t count = ::read(m_status.get(), target.data(), target.size());
                if (count == 0)
                    return ended(secondsOfProcessor(fileBytes));
                const std::size_t bytes = count > 0 ? static_cast<std::size_t>(count) : 0;
                if (!missing.empty())
                    addValues(bytes, request);
                else if (!handleBytes({reinterpret_cast<const char *>(lines.data()), bytes}, request, context))
                    return damaged("gave an invalid answer");
                timer.reportActivity();
            } else if (timer.tooLong()) {
                return damaged("made no progress here for ", static_cast<int>(timer.seconds()), " seconds");
            } else if (timer.shouldAnnounce()) {
                context.report(m_share, std::string(stillReading) + m_file + " …");
            }
        }
    }

    /// Returns the helper's reply. It is checked where no process, not even a child of the helper, can change it: in
    /// sealed memory, or in a copy if the kernel refuses the seal (EBUSY, while anyone holds one of the pages). A reply
    /// on disk has neither. It is accepted if the helper was in the sandbox, had no children therefore, and has ended.
    Result<Hdf5Content> frame()
    {
        if (m_onDisk && expectsSandbox && !m_sandboxed)
            return failure(ErrorCode::unreadableFile,
                           "this file is larger than the memory that may be used, and this system does not allow the "
                           "system call filter with which such files are read; choose fewer rows");
        const std::uint64_t bytes = stampOf(m_frame.get()).bytes;
        if (bytes == 0)
            return damaged("gave no answer");
        constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
        const bool copies = !m_onDisk && ::fcntl(m_frame.get(), F_ADD_SEALS, seals) != 0;
        void *place = copies ? ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                             : ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, m_frame.get(), 0);
        if (place == MAP_FAILED)
            return failure(ErrorCode::tooLarge,
                           "there is not enough memory to open this file; close other programs or choose fewer rows");
        std::shared_ptr<const void> owner(place,
                                          [bytes](const void *mapped) { ::munmap(const_cast<void *>(mapped), bytes); });
        if (copies && m_frame.read(0, {static_cast<char *>(place), bytes}) != bytes)
            return damaged("gave an incomplete answer");
        auto content = decodeFrame(std::move(owner), {static_cast<const std::byte *>(place), bytes}, m_file);
        if (!content)
            return content;
        content->sandboxed = m_sandboxed;
        return content;
    }

private:
    template <class... Parts> Error failure(ErrorCode code, const Parts &...parts) const
    {
        return Error(code, sentence(parts...)).in(m_file, m_place);
    }
    /// Error for a file on which the helper failed. `what`: the failure, which continues a sentence about the helper.
    template <class... Parts> Error damaged(const Parts &...what) const
    {
        return failure(ErrorCode::damagedFile, "this file is damaged: ", m_reader, " ", what...,
                       "; restore it from a copy or create it again");
    }
    void kill()
    {
        if (m_process > 0)
            ::kill(m_process, SIGKILL);
    }
    int wait(rusage *used = nullptr)
    {
        int status = 0;
        while (m_process > 0 && ::wait4(m_process, &status, 0, used) < 0 && errno == EINTR)
            continue;
        m_process = -1;
        return status;
    }
    /// Handles a line; false if it announces more values than a block has.
    bool handle(std::string_view line, const RunContext &context)
    {
        if (line.starts_with('@'))
            m_place = line.substr(1);
        else if (line == "!")
            m_sandboxed = true;
        else if (line.starts_with('%')) {
            double share = 0;
            std::from_chars(line.data() + 1, line.data() + line.size(), share);
            m_share = std::clamp(share, 0.0, 1.0);
            context.report(m_share, "reading");
        } else if (line.starts_with('=')) {
            std::size_t bytes = 0;
            std::from_chars(line.data() + 1, line.data() + line.size(), bytes);
            m_values.resize(std::min(bytes, largestBlock) / sizeof(float));
            return m_values.size() * sizeof(float) == bytes;
        }
        return true;
    }

    /// Handles lines, and values after the line that announces them; false if a line is invalid.
    bool handleBytes(std::string_view bytes, const Hdf5Request &request, const RunContext &context)
    {
        while (!bytes.empty()) {
            const std::span<std::byte> missing = missingValues();
            if (const std::size_t count = std::min(missing.size(), bytes.size()); count > 0) {
                std::memcpy(missing.data(), bytes.data(), count);
                bytes.remove_prefix(count);
                addValues(count, request);
                continue;
            }
            if (bytes.front() != '\n' && m_line.size() < frame::maxStatusLine)
                m_line += bytes.front();
            if (bytes.front() == '\n') {
                if (!handle(m_line, context))
                    return false;
                m_line.clear();
            }
            bytes.remove_prefix(1);
        }
        return true;
    }

    /// Counts bytes that were written to missingValues(), and passes on a complete block.
    void addValues(std::size_t bytes, const Hdf5Request &request)
    {
        m_received += bytes;
        if (!missingValues().empty())
            return;
        if (request.receive)
            request.receive(m_place, m_values);
        m_values.clear();
        m_received = 0;
    }

    std::span<std::byte> missingValues() { return std::as_writable_bytes(std::span(m_values)).subspan(m_received); }
    Status spawn(const std::string &program, std::vector<std::string> words, int statusEnd, int input)
    {
        std::vector<std::string> variables = helperEnvironment();
        // Copies of the descriptors, numbered from 10 on, because in the child smaller numbers are assigned by dup2.
        const FileDescriptor status(::fcntl(statusEnd, F_DUPFD_CLOEXEC, 10));
        const FileDescriptor frame(::fcntl(m_frame.get(), F_DUPFD_CLOEXEC, 10));
        const FileDescriptor file(::fcntl(input, F_DUPFD_CLOEXEC, 10));
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions, status.get(), childStatusDescriptor);
        ::posix_spawn_file_actions_adddup2(&actions, frame.get(), childFrameDescriptor);
        ::posix_spawn_file_actions_adddup2(&actions, file.get(), childFileDescriptor);
        const int error = program.empty() ? ENOENT
                                          : ::posix_spawn(&m_process, program.c_str(), &actions, nullptr,
                                                          pointers(words).data(), pointers(variables).data());
        ::posix_spawn_file_actions_destroy(&actions);
        if (error != 0) {
            m_process = -1;
            return failure(ErrorCode::noReader,
                           "the program anchorscope-reader, which opens this file, cannot be started (",
                           std::strerror(error), "); install Anchorscope again");
        }
        return Done{};
    }

    /// Waits for the end of the helper; returns an error unless it succeeded. `mostSeconds`: limit of its processor
    /// time.
    Status ended(std::uint64_t mostSeconds)
    {
        rusage used{};
        const int status = wait(&used);
        if (WIFEXITED(status) && WEXITSTATUS(status) == frame::exitDone)
            return Done{};
        if (WIFEXITED(status) && WEXITSTATUS(status) == frame::exitOutOfMemory)
            return failure(ErrorCode::tooLarge, "reading this file needs more memory than is allowed; the file is "
                                                "damaged, or too large for this machine");
        const auto seconds = static_cast<std::uint64_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && seconds + 1 < mostSeconds)
            return failure(ErrorCode::tooLarge, "the system stopped ", m_reader,
                           " here, as it does when memory runs out; close other programs, give "
                           "this one more memory, or open fewer rows");
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
            return failure(ErrorCode::damagedFile, "this file is damaged or malicious: ", m_reader,
                           " tried something that it is not allowed to do and was stopped; "
                           "restore the file from a copy or write it again");
        return damaged("stopped here");
    }

    std::string m_file;
    std::string m_reader;
    std::string m_place;
    std::string m_line;
    std::vector<float> m_values; ///< block of values that the helper sends
    std::size_t m_received = 0;  ///< bytes of the block that were received
    double m_share = 0;
    bool m_sandboxed = false;
    bool m_onDisk = false;
    pid_t m_process = -1;
    FileDescriptor m_status, m_frame;
};

constexpr double longest = 60; ///< maximum time without a message of the helper, in seconds, for any file

/// Returns the processor time, in seconds, that proves that a silent helper is computing, so that limitOf() applies.
/// Suffices to decompress everything that the file can contain: 1 GB for each MB of gzip. A helper that has used less
/// waits for a disk or a busy machine, and may be silent for `longest`.
double enoughProcessor(std::uint64_t fileBytes)
{
    return std::clamp(static_cast<double>(fileBytes) * 3e-6, 0.3, 3.0);
}

} // namespace

Result<Hdf5Content> readHdf5(const Hdf5Request &request, const RunContext &context)
{
    const auto file = openInput(request.path);
    if (!file)
        return file.error();
    return readHdf5(*file, request, context);
}

Result<Hdf5Content> readHdf5(const InputFile &file, const Hdf5Request &request, const RunContext &context)
{
    const SharedLock lock(file.descriptor.get());
    if (lock.refused())
        return Error(ErrorCode::unreadableFile, "another program is writing this file; close it there and try again")
            .in(file.path);
    Helper helper(file);
    if (const Status started = helper.start(file, request); !started)
        return started.error();
    if (const Status followed = helper.follow(request, file.bytes, context); !followed)
        return followed.error();
    auto content = helper.frame();
    const auto asked = [&](const frame::Node &node) {
        return !node.someRows || (request.some && request.some->rows.first == static_cast<Index>(node.firstRow) &&
                                  request.some->rows.count == static_cast<Index>(*node.someRows));
    };
    if (content && !std::ranges::all_of(content->nodes(), asked))
        return Error(ErrorCode::damagedFile, "this file is damaged: ", readerOf(file),
                     " returned the wrong rows; restore it from a copy or write it again")
            .in(file.path);
    return content;
}

void addSandboxWarning(const Hdf5Content &content, std::vector<std::string> &warnings)
{
    static std::atomic<bool> said{false};
    if (expectsSandbox && !content.sandboxed && !said.exchange(true))
        warnings.emplace_back(
            "This system does not allow a system call filter, so HDF5, Parquet and Arrow files are read in a separate "
            "process, but without a sandbox; open only files from people you trust.");
}

Result<bool> isHdf5(const InputFile &file)
{
    constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
    for (std::uint64_t offset = 0; offset + signature.size() <= file.bytes; offset = offset ? 2 * offset : 512) {
        const auto bytes = file.bytesAt(offset, signature.size());
        if (!bytes)
            return bytes.error();
        if (*bytes == signature)
            return true;
    }
    return false;
}

Error nodeError(const std::string &file, const frame::Node &node)
{
    return Error(*errorCodeOf(node.problemCode), node.problem).in(file, node.path);
}

/// Allows 8 s, and 1 s for each 10 MB of the file. Gzip needs a tenth of this to decompress the file.
double StallTimer::limitOf(std::uint64_t fileBytes)
{
    return std::min(longest, 8 + static_cast<double>(fileBytes) / 10e6);
}

StallTimer::StallTimer(pid_t process, std::uint64_t fileBytes, double limitSeconds, double announceSeconds)
    : m_process(process), m_fixed(limitSeconds > 0), m_limit(m_fixed ? limitSeconds : limitOf(fileBytes)),
      m_enoughProcessor(enoughProcessor(fileBytes)), m_announceAfter(announceSeconds),
      m_processorThen(processorSeconds())
{
}

void StallTimer::reportActivity()
{
    m_silent = {};
    m_processorThen = processorSeconds();
}

bool StallTimer::shouldAnnounce()
{
    if (m_announced || seconds() < m_announceAfter)
        return false;
    m_announced = true;
    return true;
}

bool StallTimer::tooLong() const
{
    const double silent = seconds();
    if (silent <= m_limit)
        return false;
    return m_fixed || silent > longest || processorSeconds() - m_processorThen > m_enoughProcessor;
}

double StallTimer::processorSeconds() const
{
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(m_process, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
        return 0;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

} // namespace anchorscope::io
