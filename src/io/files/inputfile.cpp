// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/inputfile.h"

#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace anchorscope::io {

namespace {

using Stat = struct stat;

Error unreadable(const std::string &path, const std::string &why)
{
    return Error(ErrorCode::unreadableFile, "this file cannot be read (", why, ")").in(path);
}

FileStamp stampFrom(const Stat &facts)
{
    return {true, facts.st_dev, facts.st_ino, static_cast<std::uint64_t>(facts.st_size),
            std::int64_t{facts.st_mtim.tv_sec} * 1000000000 + facts.st_mtim.tv_nsec};
}

using Path = std::filesystem::path;

/// True if a path, after its links are followed, is inside a folder or its subfolders. The file need not exist.
bool endsBelow(const Path &folder, const Path &path)
{
    std::error_code error;
    const Path real = std::filesystem::weakly_canonical(path, error);
    const Path above = error ? Path() : std::filesystem::canonical(folder.empty() ? Path(".") : folder, error);
    return !error && std::mismatch(above.begin(), above.end(), real.begin(), real.end()).first == above.end();
}

} // namespace

RunningHash::RunningHash() : m_state(XXH3_createState(), XXH3_freeState)
{
    XXH3_128bits_reset(m_state.get());
}

void RunningHash::add(std::uint64_t offset, std::span<const char> bytes)
{
    if (offset > m_bytes || offset + bytes.size() <= m_bytes)
        return;
    const auto fresh = bytes.subspan(static_cast<std::size_t>(m_bytes - offset));
    XXH3_128bits_update(m_state.get(), fresh.data(), fresh.size());
    m_bytes += fresh.size();
}

FileContent RunningHash::content() const
{
    FileContent content{m_bytes, {}};
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(m_state.get()));
    for (const unsigned char byte : canonical.digest)
        content.hash += hexText(byte, 2);
    return content;
}

bool FileDescriptor::close()
{
    const int descriptor = std::exchange(m_descriptor, -1);
    return descriptor < 0 || ::close(descriptor) == 0;
}

bool FileDescriptor::write(std::string_view bytes) const
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

std::optional<std::size_t> FileDescriptor::read(std::uint64_t offset, std::span<char> target) const
{
    std::size_t done = 0;
    while (done < target.size()) {
        const ssize_t count =
            ::pread(m_descriptor, target.data() + done, target.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return std::nullopt;
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

Result<std::size_t> InputFile::read(std::uint64_t offset, std::span<char> target) const
{
    const auto count = descriptor.read(offset, target);
    if (!count) {
        *failure = errno;
        return wasRead().error();
    }
    if (hash)
        hash->add(offset, target.first(*count));
    return *count;
}

Result<std::string> InputFile::bytesAt(std::uint64_t offset, std::uint64_t count) const
{
    std::string found(std::min(count, bytes - std::min(bytes, offset)), '\0');
    const auto got = read(offset, found);
    if (!got)
        return got.error();
    found.resize(*got);
    return found;
}

Status InputFile::wasRead() const
{
    const int error = *failure;
    if (error == 0)
        return Done{};
    return unreadable(path, std::strerror(error) + std::string("; try again, or copy it to another disk"));
}

Status InputFile::unchanged() const
{
    if (const FileStamp now = stampOf(descriptor.get()); now.bytes == bytes && now.changedAt == changedAt)
        return Done{};
    return Error(ErrorCode::fileChanged,
                 "another program wrote to this file while it was read; open it again when that program is done")
        .in(path);
}

bool isFolder(const std::string &path)
{
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

std::vector<std::string> namesIn(const std::string &folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (auto each = std::filesystem::directory_iterator(folder, error); !error && each != std::filesystem::end(each);
         each.increment(error))
        names.push_back(each->path().filename().string());
    std::ranges::sort(names);
    return names;
}

Result<InputFile> openInput(const std::string &path)
{
    // O_NONBLOCK, because opening a named pipe would otherwise wait until another program opens its other end.
    InputFile file{path, FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), 0, 0};
    if (!file.descriptor.valid()) {
        if (errno == ENOENT || errno == ENOTDIR)
            return Error(ErrorCode::noSuchFile, "there is no such file; check its name and folder").in(path);
        if (errno == EACCES || errno == EPERM)
            return unreadable(path, "you have no permission; ask its owner or copy it to a folder of yours");
        return unreadable(path, std::strerror(errno) + std::string("; try again, or copy it to another disk"));
    }
    Stat facts{};
    if (::fstat(file.descriptor.get(), &facts) != 0)
        return unreadable(path, std::strerror(errno) + std::string("; try again, or copy it to another disk"));
    if (S_ISDIR(facts.st_mode))
        return unreadable(path, "it is a folder; choose a file in it");
    if (!S_ISREG(facts.st_mode))
        return unreadable(path, "it is a device or a pipe; choose a regular file");
    if (facts.st_size == 0)
        return Error(ErrorCode::emptyFile, "this file is empty (0 bytes); create or download it again").in(path);
    file.bytes = static_cast<std::uint64_t>(facts.st_size);
    file.changedAt = stampOf(file.descriptor.get()).changedAt;
    return file;
}

Result<FileContent> contentOf(const InputFile &file, const RunContext &context)
{
    RunningHash fresh;
    RunningHash &hash = file.hash ? *file.hash : fresh;
    std::vector<char> block(1 << 20);
    while (true) {
        const std::uint64_t offset = hash.bytes();
        const auto count = file.read(offset, block);
        if (!count)
            return count.error();
        if (context.cancelled())
            return cancelledError();
        if (*count == 0)
            return hash.content();
        if (!file.hash)
            fresh.add(offset, std::span(block).first(*count));
    }
}

Result<std::string> readWholeFile(const std::string &path, std::uint64_t limit)
{
    const auto file = openInput(path);
    return file ? readWholeFile(*file, limit) : file.error();
}

Result<std::string> readWholeFile(const InputFile &file, std::uint64_t limit)
{
    if (file.bytes > limit)
        return Error(ErrorCode::tooLarge, "this file has ", file.bytes, " bytes, but at most ", limit,
                     " are expected; choose the right file")
            .in(file.path);
    return file.bytesAt(0, file.bytes);
}

FileStamp stampOf(const std::string &path)
{
    Stat facts{};
    return ::stat(path.c_str(), &facts) == 0 ? stampFrom(facts) : FileStamp();
}

FileStamp stampOf(int descriptor)
{
    Stat facts{};
    return ::fstat(descriptor, &facts) == 0 ? stampFrom(facts) : FileStamp();
}

bool staysInFolder(std::string_view name)
{
    const Path path(name);
    const bool hasScheme = name.substr(0, name.find('/')).find(':') != std::string_view::npos;
    return !path.empty() && !path.is_absolute() && !hasScheme &&
           std::find(path.begin(), path.end(), Path("..")) == path.end();
}

Result<std::string> siblingFile(const std::string &file, const std::string &name)
{
    if (name.find("://") != std::string::npos)
        return Error(ErrorCode::outsideFile, "names a file on the network, “", name,
                     "”; download it, and write its name there instead");
    const Path path(name), folder = Path(file).parent_path();
    if (!staysInFolder(name))
        return Error(ErrorCode::outsideFile, "names “", name,
                     "”, which is not beside it; copy that file beside it, and use only its name there");
    if (!endsBelow(folder, folder / path))
        return Error(ErrorCode::outsideFile, "names “", name,
                     "”, a link that leads out of its folder; put the file itself there");
    return (folder / path).string();
}

} // namespace anchorscope::io
