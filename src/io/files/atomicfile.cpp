// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/atomicfile.h"

#include "core/plaintext.h"
#include "core/valuetext.h"

#include <xxhash.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

namespace anchorscope::io {

namespace {

namespace fs = std::filesystem;
using Stat = struct stat;

Error cannotSave(const std::string &path, const std::string &step)
{
    const int error = errno;
    std::string next = "choose another folder";
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        next = "free some space or choose another folder";
    return Error(ErrorCode::cannotSave, "the file was not saved: ", step, " failed (", std::strerror(error), "); ",
                 next)
        .in(path);
}

fs::path folderOf(const fs::path &path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// True if a link belongs to another user and is in a folder that all users may write to, such as /tmp. Such links are
/// refused, because they could lead to a file that the other user chose. The kernel can refuse them as well, but not
/// here, because this program resolves links itself.
bool isForeignLink(const fs::path &link)
{
    Stat ofLink{}, ofFolder{};
    if (::lstat(link.c_str(), &ofLink) != 0 || ::stat(folderOf(link).c_str(), &ofFolder) != 0)
        return false;
    const bool shared = (ofFolder.st_mode & S_ISVTX) != 0 && (ofFolder.st_mode & S_IWOTH) != 0;
    return shared && ofLink.st_uid != ::geteuid() && ofLink.st_uid != ofFolder.st_uid;
}

struct Target
{
    fs::path path; ///< path after following symbolic links; saving replaces this file, not a link
    bool exists = false;
    mode_t mode = 0;          ///< permissions of the file, if it exists
    std::string refused = {}; ///< reason why the file may not be written; otherwise empty
};

Target targetOf(const std::string &path)
{
    constexpr int maxLinks = 40; // maximum number of links to follow, as in the Linux kernel
    Target target{path};
    std::error_code error;
    for (int links = 0; fs::is_symlink(target.path, error); ++links) {
        if (links == maxLinks)
            return {path, false, 0, "it is a link that leads to itself; choose another name"};
        if (isForeignLink(target.path))
            return {path, false, 0, "it is a link of another user in a shared folder; choose another name"};
        const fs::path next = fs::read_symlink(target.path, error);
        target.path = next.is_absolute() ? next : folderOf(target.path) / next;
    }
    Stat facts{};
    constexpr mode_t anyWrite = 0222;
    if (target.path.filename().empty()) {
        target.refused = "it is a folder; choose the name of a file";
    } else if (::stat(path.c_str(), &facts) == 0) {
        target.exists = true;
        target.mode = facts.st_mode & 0777;
        if (!S_ISREG(facts.st_mode))
            target.refused = S_ISDIR(facts.st_mode) ? "it is a folder; choose the name of a file"
                                                    : "it is a device or a pipe; choose the name of a file";
        else if ((facts.st_mode & anyWrite) == 0 || ::access(path.c_str(), W_OK) != 0)
            target.refused = "it is write-protected; choose another name";
    } else if (errno == ENAMETOOLONG) {
        target.refused = "its name is too long; choose a shorter one";
    }
    return target;
}

constexpr std::size_t randomLetters = 6;

/// Name of a temporary file: ".TARGET.PID.abcdef". By PID, a later save finds out whether the writer is still running.
std::string temporaryName(const std::string &target, std::random_device &random)
{
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
    std::string name = ".";
    name.append(shortened(target)).append(".").append(std::to_string(::getpid())).append(".");
    for (std::size_t i = 0; i < randomLetters; ++i)
        name += letters[random() % letters.size()];
    return name;
}

/// Process that created a temporary file for `target` (empty: any file); nullopt if `name` is not such a file's name.
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
    if (random.size() != randomLetters || !readValue(process, maker) || maker <= 0 || name.size() < 2 ||
        name[0] != '.' || (!target.empty() && name.substr(1) != shortened(target)))
        return std::nullopt;
    return maker;
}

class TemporaryFile
{
public:
    /// Creates the temporary file, with the usual permissions of new files (umask) if it will not replace a file;
    /// otherwise other users have no access until it gets the permissions of the file that it will replace.
    explicit TemporaryFile(const Target &target)
    {
        constexpr int attempts = 100;
        constexpr mode_t forAll = 0666, forOwner = 0600;
        std::random_device random;
        for (int i = 0; i < attempts && !m_descriptor.valid(); ++i) {
            m_path = (folderOf(target.path) / temporaryName(target.path.filename().string(), random)).string();
            m_descriptor = FileDescriptor(
                ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, target.exists ? forOwner : forAll));
            if (!m_descriptor.valid() && errno != EEXIST)
                break;
        }
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
    bool write(std::string_view bytes) const { return m_descriptor.write(bytes); }
    bool setPermissions(mode_t mode) const { return ::fchmod(m_descriptor.get(), mode) == 0; }
    FileStamp stamp() const { return stampOf(m_descriptor.get()); }
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

/// True if the file to be replaced has changed since the caller recorded its FileStamp `known`.
bool isAnother(const Target &target, const FileStamp *known)
{
    const FileStamp now = known ? stampOf(target.path.string()) : FileStamp();
    return now.exists && now != *known;
}

Error anotherFile(const std::string &path)
{
    return Error(ErrorCode::fileChanged,
                 "the file was not saved: another program or window wrote to it meanwhile; choose another name")
        .in(path);
}

Error notReadBack(const std::string &path, const Error &found)
{
    return Error(ErrorCode::cannotSave, "the file was not saved: the written data could not be read back (",
                 found.message, "); try again")
        .in(path, found.place);
}

bool syncFolder(const fs::path &folder)
{
    const FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // EINVAL is not an error: some file systems cannot flush a folder to disk.
    return descriptor.valid() && (::fsync(descriptor.get()) == 0 || errno == EINVAL);
}

} // namespace

std::string shortened(const std::string &text)
{
    // Maximum bytes of an unchanged text. Systems allow file names of 255 bytes; a temporary file's name adds to it.
    constexpr std::size_t longest = 200;
    if (text.size() <= longest && text.find('\0') == std::string::npos)
        return text;
    return "~" + hexText(XXH3_64bits(text.data(), text.size()), 16);
}

Status tryWriting(const std::string &path)
{
    const auto refused = [&path](const std::string &why) {
        return Error(ErrorCode::unwritableFile, "this file cannot be written (", why, ")").in(path);
    };
    const Target target = targetOf(path);
    if (!target.refused.empty())
        return refused(target.refused);
    if (const TemporaryFile temporary(target); !temporary.exists()) {
        const int error = errno;
        if (error == ENOENT || error == ENOTDIR)
            return refused("there is no such folder; create it or choose another one");
        return refused(std::strerror(error) + std::string("; choose another folder"));
    }
    return Done{};
}

void removeStaleTemporaries(const std::string &folder, const std::string &name)
{
    std::error_code error;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, error)) {
        const auto maker = makerOf(entry.path().filename().string(), name);
        const bool gone = maker && ::kill(*maker, 0) != 0 && errno == ESRCH;
        if (gone && entry.is_regular_file(error))
            ::unlink(entry.path().c_str());
    }
}

Status writeAtomically(const std::string &path, std::string_view bytes, const FileCheck &check, FileStamp *known)
{
    const Target target = targetOf(path);
    if (!target.refused.empty())
        return Error(ErrorCode::cannotSave, "the file was not saved: ", target.refused).in(path);
    if (isAnother(target, known))
        return anotherFile(path);
    removeStaleTemporaries(folderOf(target.path).string(), target.path.filename().string());
    TemporaryFile temporary(target);
    if (!temporary.exists())
        return cannotSave(path, "creating a file in this folder");
    if (!temporary.write(bytes))
        return cannotSave(path, "writing");
    if ((target.exists && !temporary.setPermissions(target.mode)) || !temporary.sync())
        return cannotSave(path, "syncing it to disk");
    const FileStamp written = temporary.stamp();
    if (!temporary.close())
        return cannotSave(path, "syncing it to disk");
    if (const Status checked = check ? check(temporary.path()) : Status(Done{}); !checked)
        return notReadBack(path, checked.error());
    if (isAnother(target, known)) // tests again whether the file has changed, because writing took time
        return anotherFile(path);
    if (!temporary.renameTo(target.path))
        return cannotSave(path, "renaming it");
    if (known)
        *known = written;
    if (!syncFolder(folderOf(target.path)))
        return cannotSave(path, "syncing its folder to disk");
    return Done{};
}

} // namespace anchorscope::io
