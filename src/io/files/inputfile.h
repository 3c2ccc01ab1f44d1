// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct XXH3_state_s;

namespace anchorscope::io {

/// Owner of a file descriptor; its destructor closes the descriptor.
class FileDescriptor
{
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int descriptor) : m_descriptor(descriptor) {}
    FileDescriptor(FileDescriptor &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    FileDescriptor &operator=(FileDescriptor &&other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    ~FileDescriptor() { close(); }
    int get() const { return m_descriptor; }
    bool valid() const { return m_descriptor >= 0; }
    /// Closes the descriptor; returns false if the system reports an error.
    bool close();
    /// Writes all bytes; returns false, with the reason in errno, if the system reports an error.
    bool write(std::string_view bytes) const;
    /// Reads from `offset` on until `target` is full or the file ends. Returns the number of bytes read, or nullopt,
    /// with the reason in errno, if the system reports an error.
    std::optional<std::size_t> read(std::uint64_t offset, std::span<char> target) const;

private:
    int m_descriptor = -1;
};

/// Size and hash that identify the content of a file in sessions and checkpoints.
struct FileContent
{
    std::uint64_t bytes = 0;
    std::string hash; ///< XXH3-128 of all bytes, hexadecimal; empty if not computed
    bool operator==(const FileContent &) const = default;
};

/// Hash of a file that is computed while the file is read for opening, so that it belongs to the bytes that were
/// decoded. Most formats are read once from beginning to end, so the file need not be read a second time for the hash.
class RunningHash
{
public:
    RunningHash();
    RunningHash(const RunningHash &) = delete;
    RunningHash &operator=(const RunningHash &) = delete;
    /// Adds bytes read at an offset. Bytes that do not continue the hashed part are left out; contentOf() reads them.
    void add(std::uint64_t offset, std::span<const char> bytes);
    FileContent content() const;
    std::uint64_t bytes() const { return m_bytes; }

private:
    std::shared_ptr<XXH3_state_s> m_state;
    std::uint64_t m_bytes = 0;
};

/// A readable regular file (not a folder or device) that is not empty, open for reading.
struct InputFile
{
    std::string path;
    FileDescriptor descriptor = {};
    std::uint64_t bytes = 0;
    std::int64_t changedAt = 0; ///< time of the last change before the file was opened, in nanoseconds

    /// Hash that read() updates; null if not requested. If it is set, only one thread at a time may call read().
    std::unique_ptr<RunningHash> hash = {};

    /// Returns the error "file-changed" if the file was written to since it was opened. A file that was replaced by
    /// another one of the same name does not count as changed: the opened file is still read.
    Status unchanged() const;
    /// Reads target.size() bytes at an offset and returns their number, which is smaller only at the end of the file.
    Result<std::size_t> read(std::uint64_t offset, std::span<char> target) const;
    /// Returns up to `count` bytes from an offset on; fewer only at the end of the file.
    Result<std::string> bytesAt(std::uint64_t offset, std::uint64_t count) const;
    /// Returns the last error of reading since the file was opened, for callers that tried several formats.
    Status wasRead() const;

    /// errno of the last error of reading; 0 without an error
    std::shared_ptr<std::atomic<int>> failure = std::make_shared<std::atomic<int>>(0);
};

bool isFolder(const std::string &path);
/// Returns the sorted names of the files and folders in a folder; those after an error of reading it are missing.
std::vector<std::string> namesIn(const std::string &folder);

/// Opens a file for reading. Errors: "no-such-file", "unreadable-file" (permission, folder, device, …), "empty-file".
Result<InputFile> openInput(const std::string &path);

/// Returns size and hash of the whole file; reads bytes that are not hashed yet. Errors: those of reading, "cancelled".
Result<FileContent> contentOf(const InputFile &file, const RunContext &context = {});

/// Maximum size of files of text about the items, in bytes.
inline constexpr std::uint64_t largestTextFile = std::uint64_t{1} << 30;

/// Reads a whole file. Errors: those of openInput(), "too-large" if the file has more than `limit` bytes.
Result<std::string> readWholeFile(const std::string &path, std::uint64_t limit = largestTextFile);
Result<std::string> readWholeFile(const InputFile &file, std::uint64_t limit = largestTextFile);

/// Identity (device and inode), size and time of change of a file; differs after the file was written to or replaced.
struct FileStamp
{
    bool exists = false;
    std::uint64_t device = 0, inode = 0, bytes = 0;
    std::int64_t changedAt = 0; ///< time of the last change of the content, in nanoseconds
    bool operator==(const FileStamp &) const = default;
};

/// Returns the current stamp of a file; symbolic links are followed.
FileStamp stampOf(const std::string &path);
FileStamp stampOf(int descriptor);

/// True if a name found in a file is neither an absolute path, nor a path with "..", nor a URL.
bool staysInFolder(std::string_view name);

/// Returns the path of the file `name`, which another file, `file`, refers to; `name` must be inside the folder of
/// `file`. Without this rule, a dataset from an untrusted source could show lines of any file of this machine as ids.
/// Error "outside-file" for an absolute path, a path with "..", a URL or a link out of the folder; its message, “names
/// …”, continues a sentence about `file`.
Result<std::string> siblingFile(const std::string &file, const std::string &name);

} // namespace anchorscope::io
