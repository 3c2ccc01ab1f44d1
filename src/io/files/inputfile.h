// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace anchorscope::io {

/// Owns a file descriptor and closes it.
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
    /// Closes the descriptor; false if the system reports an error.
    bool close();

private:
    int m_descriptor = -1;
};

/// Size and hash that identify the content of a file in sessions and checkpoints.
struct FileContent
{
    std::uint64_t bytes = 0;
    std::string hash; ///< XXH3-128 of all bytes, hexadecimal; empty if unknown
    bool operator==(const FileContent &) const = default;
};

/// Hash of a file, updated while it is read: the hashed bytes are the decoded ones, and most formats are read once from
/// beginning to end.
class RunningHash
{
public:
    RunningHash();
    ~RunningHash();
    RunningHash(const RunningHash &) = delete;
    RunningHash &operator=(const RunningHash &) = delete;
    /// Hashes bytes that were read at an offset; bytes that do not continue the hashed part are skipped and hashed
    /// later.
    void add(std::uint64_t offset, std::span<const char> bytes);
    /// Size and hash of the bytes hashed so far.
    FileContent content() const;
    std::uint64_t bytes() const { return m_bytes; }

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::uint64_t m_bytes = 0;
};

/// A regular, non-empty, readable file, open for reading.
struct InputFile
{
    std::string path;
    FileDescriptor descriptor;
    std::uint64_t bytes = 0;
    std::int64_t changedAt = 0;             ///< time of the last change when it was opened, in nanoseconds
    std::unique_ptr<RunningHash> hash = {}; ///< hash of bytes read, by one thread at a time; null: not computed

    /// Checks that the file is unchanged: error "file-changed" if the file was written to since it was opened. (If
    /// another file replaced it under the same name, the opened file is still read.)
    Status unchanged() const;
    /// Reads up to target.size() bytes at an offset; fewer only at the end of the file.
    Result<std::size_t> read(std::uint64_t offset, std::span<char> target) const;
    /// Returns the last read error since the file was opened, for callers that tried several readers.
    Status wasRead() const;

    std::shared_ptr<std::atomic<int>> failure = std::make_shared<std::atomic<int>>(0); ///< errno of the last read error
};

/// Opens a file for reading. Errors: "no-such-file", "unreadable-file" (permission, folder, device, …), "empty-file".
Result<InputFile> openInput(const std::string &path);

/// Computes size and hash of the whole file; reads the bytes that have not been hashed yet. Errors: those of reading,
/// "cancelled".
Result<FileContent> contentOf(const InputFile &file, const RunContext &context = {});

/// Reads a whole file. Errors: those of openInput, "too-large" if it has more than `limit` bytes.
Result<std::string> readWholeFile(const std::string &path, std::uint64_t limit);

} // namespace anchorscope::io
