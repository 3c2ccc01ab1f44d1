// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/atomicfile.h"

#include "io/files/inputfile.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace anchorscope::io {

namespace {

namespace fs = std::filesystem;

Error cannotSave(const std::string &path, const std::string &step)
{
    const int error = errno;
    std::string next = "choose another folder";
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        next = "free some space or choose another folder";
    return Error(ErrorCode::cannotSave,
                 "the file was not saved: " + step + " failed (" + std::strerror(error) + "); " + next)
        .in(path);
}

/// Where a link leads, so that saving replaces the file and not the link.
fs::path resolved(const std::string &path)
{
    std::error_code error;
    const fs::path target = fs::canonical(path, error);
    return error ? fs::path(path) : target;
}

fs::path folderOf(const fs::path &path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

mode_t permissionsFor(const fs::path &path)
{
    struct stat facts
    {
    };
    if (::stat(path.c_str(), &facts) == 0)
        return facts.st_mode & 0777;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

constexpr std::string_view randomPart = "XXXXXX"; // mkostemp puts letters and digits there

/// ".TARGET.PID.XXXXXX": the number of the process says later whether the file is still being written.
std::string temporaryName(const std::string &target)
{
    return std::string(".")
        .append(target)
        .append(".")
        .append(std::to_string(::getpid()))
        .append(".")
        .append(randomPart);
}

/// The process that made a temporary file for a target (empty: for any); none if the name is no such name.
std::optional<pid_t> makerOf(std::string_view name, const std::string &target)
{
    const auto cutLast = [&name]() -> std::string_view {
        const std::size_t dot = name.rfind('.');
        const std::string_view last = dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
        name = name.substr(0, dot == std::string_view::npos ? 0 : dot);
        return last;
    };
    const std::string_view random = cutLast(), process = cutLast();
    pid_t maker = 0;
    const auto [end, error] = std::from_chars(process.data(), process.data() + process.size(), maker);
    if (random.size() != randomPart.size() || error != std::errc() || end != process.data() + process.size() ||
        maker <= 0 || name.size() < 2 || name[0] != '.' || (!target.empty() && name.substr(1) != target))
        return std::nullopt;
    return maker;
}

/// A temporary file that disappears unless it was renamed.
class TemporaryFile
{
public:
    explicit TemporaryFile(const fs::path &target)
        : m_path((folderOf(target) / temporaryName(target.filename().string())).string()),
          m_descriptor(::mkostemp(m_path.data(), O_CLOEXEC))
    {
        m_exists = m_descriptor.valid();
    }
    ~TemporaryFile()
    {
        if (m_exists)
            ::unlink(m_path.c_str());
    }
    TemporaryFile(const TemporaryFile &) = delete;
    TemporaryFile &operator=(const TemporaryFile &) = delete;

    bool exists() const { return m_exists; }
    const std::string &path() const { return m_path; }
    bool write(std::string_view bytes) const
    {
        while (!bytes.empty()) {
            const ssize_t count = ::write(m_descriptor.get(), bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0)
                return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    bool setPermissions(mode_t mode) const { return ::fchmod(m_descriptor.get(), mode) == 0; }
    bool sync() const { return ::fsync(m_descriptor.get()) == 0; }
    bool close() { return m_descriptor.close(); }
    bool renameTo(const fs::path &target)
    {
        if (::rename(m_path.c_str(), target.c_str()) != 0)
            return false;
        m_exists = false;
        return true;
    }

private:
    std::string m_path;
    FileDescriptor m_descriptor;
    bool m_exists = false;
};

bool syncFolder(const fs::path &folder)
{
    const FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // Some file systems cannot do this for folders and say EINVAL.
    return descriptor.valid() && (::fsync(descriptor.get()) == 0 || errno == EINVAL);
}

} // namespace

Status tryWriting(const std::string &path)
{
    const auto refused = [&path](const std::string &why) {
        return Error(ErrorCode::unwritableFile, "this file cannot be written (" + why + ")").in(path);
    };
    const fs::path target = resolved(path);
    if (target.filename().empty())
        return refused("it is a folder; choose the name of a file");
    struct stat facts
    {
    };
    if (::stat(target.c_str(), &facts) == 0) {
        if (!S_ISREG(facts.st_mode))
            return refused(S_ISDIR(facts.st_mode) ? "it is a folder; choose the name of a file"
                                                  : "it is a device or a pipe; choose the name of a file");
        constexpr mode_t anyWrite = 0222;
        if ((facts.st_mode & anyWrite) == 0 || ::access(target.c_str(), W_OK) != 0)
            return refused("it is write-protected; choose another name");
    }
    if (const TemporaryFile temporary(target); !temporary.exists()) {
        const int error = errno;
        if (error == ENOENT || error == ENOTDIR)
            return refused("there is no such folder; make it or choose another one");
        if (error == ENAMETOOLONG)
            return refused("its name is too long; choose a shorter one");
        return refused(std::strerror(error) + std::string("; choose another folder"));
    }
    return Done{};
}

void removeLeftTemporaries(const std::string &folder, const std::string &name)
{
    std::error_code error;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, error)) {
        const auto maker = makerOf(entry.path().filename().string(), name);
        const bool gone = maker && ::kill(*maker, 0) != 0 && errno == ESRCH;
        if (gone && entry.is_regular_file(error))
            ::unlink(entry.path().c_str());
    }
}

Status writeAtomically(const std::string &path, std::string_view bytes, const FileCheck &check)
{
    const fs::path target = resolved(path);
    std::error_code ignored;
    if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored))
        return Error(ErrorCode::cannotSave,
                     "the file was not saved: this is a folder or a device; choose the name of a file")
            .in(path);
    removeLeftTemporaries(folderOf(target).string(), target.filename().string());
    TemporaryFile temporary(target);
    if (!temporary.exists())
        return cannotSave(path, "creating a file in this folder");
    if (!temporary.write(bytes))
        return cannotSave(path, "writing");
    if (!temporary.setPermissions(permissionsFor(target)) || !temporary.sync() || !temporary.close())
        return cannotSave(path, "syncing it to disk");
    if (check) {
        if (const Status checked = check(temporary.path()); !checked) {
            const Error &found = checked.error();
            return Error(ErrorCode::cannotSave, "the file was not saved: what was written could not be read back (" +
                                                    found.message + "); try again")
                .in(path, found.place);
        }
    }
    if (!temporary.renameTo(target))
        return cannotSave(path, "renaming it");
    if (!syncFolder(folderOf(target)))
        return cannotSave(path, "syncing its folder to disk");
    return Done{};
}

} // namespace anchorscope::io
