// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/gzip.h"

#include "frame/budget.h"
#include "io/files/filebudget.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace anchorscope::io {

namespace {

constexpr std::size_t beginningBytes = 1 << 20;

/// Maximum bytes to read to recognize a format; only long first lines take as many. LineBlocks has the same limit.
constexpr std::size_t longestBeginning = 32 << 20;

Result<std::string> beginningOf(const InputFile &file)
{
    std::string beginning;
    for (std::size_t size = beginningBytes;; size *= 2) {
        const std::size_t had = beginning.size();
        beginning.resize(std::min<std::uint64_t>(file.bytes, size));
        const auto count = file.read(had, std::span(beginning).subspan(had));
        if (!count)
            return count.error();
        beginning.resize(had + *count);
        const bool binary = beginning.find('\0') != std::string::npos;
        if (binary || std::ranges::count(beginning, '\n') > 1 || size == longestBeginning || beginning.size() < size)
            return beginning;
    }
}

constexpr std::size_t blockBytes = 1 << 20;

Error damaged(const std::string &path, const std::string &what)
{
    return Error(ErrorCode::damagedFile, "this gzip file cannot be unpacked: ", what, "; create or download it again")
        .in(path);
}

/// Maximum plausible ratio of decompressed to compressed size; about 3 for numbers as text, 100 for a sparse table.
constexpr std::uint64_t maxGrowth = 200;

/// Number of decompressed bytes up to which every compression ratio is accepted.
constexpr std::uint64_t harmless = 64 << 20;

/// True if the number of compressed bytes (`read`) and decompressed ones (`written`) indicate a decompression bomb.
bool isBomb(std::uint64_t written, std::uint64_t read)
{
    return written > harmless && written / maxGrowth > read;
}

FileDescriptor temporaryFile()
{
    std::error_code ignored;
    const auto folder = std::filesystem::temp_directory_path(ignored);
    FileDescriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (!file.valid()) // file in memory, for file systems that do not support O_TMPFILE
        file = FileDescriptor(::memfd_create("unpacked", MFD_CLOEXEC));
    return file;
}

class Unpacker
{
public:
    /// Prepares unpacking. `fits`: true if the caller knows that the decompressed content has at most `limit` bytes.
    Unpacker(const InputFile &packed, std::uint64_t limit, bool fits)
        : m_packed(packed), m_limit(limit), m_fits(fits), m_in(blockBytes), m_out(blockBytes)
    {
        m_stream.avail_out = blockBytes;
        m_ready = ::inflateInit2(&m_stream, 16 + MAX_WBITS) == Z_OK; // adding 16 makes zlib expect a gzip header
    }
    ~Unpacker() { ::inflateEnd(&m_stream); }
    Unpacker(const Unpacker &) = delete;
    Unpacker &operator=(const Unpacker &) = delete;

    Status run(const FileDescriptor &target, const RunContext &context)
    {
        bool ended = false; // true at the end of a gzip member
        while (m_ready) {
            // true if zlib may have more output for the input that it has
            const bool more = m_stream.avail_out == 0 && !ended;
            if (m_stream.avail_in == 0 && !more) {
                if (const Status read = fill(); !read)
                    return read;
                if (m_stream.avail_in == 0)
                    return ended ? Status(Done{}) : damaged(m_packed.path, "it was cut off");
            }
            if (ended && (*m_stream.next_in == 0x1f ? ::inflateReset(&m_stream) != Z_OK : true))
                return damaged(m_packed.path, "something else follows the compressed data");
            const Status done = step(target, ended);
            if (!done)
                return done;
            if (context.cancelled())
                return cancelledError();
            context.report(static_cast<double>(m_offset) / static_cast<double>(m_packed.bytes), "unpacking");
        }
        return Error(ErrorCode::outOfMemory, "there is not enough memory to unpack this file; close other programs")
            .in(m_packed.path);
    }

    /// True if the end of the content was counted but not written, because more than the limit of bytes was predicted.
    bool onlyCounted() const { return m_counts; }

private:
    Status fill()
    {
        const auto count = m_packed.read(m_offset, m_in);
        if (!count)
            return count.error();
        m_offset += *count;
        m_stream.next_in = reinterpret_cast<Bytef *>(m_in.data());
        m_stream.avail_in = static_cast<uInt>(*count);
        return Done{};
    }
    Status step(const FileDescriptor &target, bool &ended)
    {
        m_stream.next_out = reinterpret_cast<Bytef *>(m_out.data());
        m_stream.avail_out = static_cast<uInt>(m_out.size());
        const int code = ::inflate(&m_stream, Z_NO_FLUSH);
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
            return damaged(m_packed.path, m_stream.msg ? m_stream.msg : "its bytes are invalid");
        ended = code == Z_STREAM_END;
        const std::size_t count = m_out.size() - m_stream.avail_out;
        m_written += count;
        if (m_written > m_limit)
            return Error(ErrorCode::tooLarge, frame::overBudget(m_written, m_limit)).in(m_packed.path);
        if (const std::uint64_t read = m_offset - m_stream.avail_in; isBomb(m_written, read))
            return Error(ErrorCode::tooLarge, "it expands to more than ", maxGrowth,
                         " times its size when it is unpacked, which vectors never do; if this is not a mistake, "
                         "unpack it yourself with gunzip")
                .in(m_packed.path);
        else if (!m_fits && m_written > harmless)
            m_counts = m_counts || static_cast<double>(m_packed.bytes) / static_cast<double>(read) *
                                           static_cast<double>(m_written) >
                                       static_cast<double>(m_limit);
        if (m_counts || target.write({m_out.data(), count}))
            return Done{};
        return Error(ErrorCode::cannotSave, "it cannot be unpacked into the folder for temporary files (",
                     std::strerror(errno), "); free some space there, or unpack it yourself with gunzip")
            .in(m_packed.path);
    }

    const InputFile &m_packed;
    std::uint64_t m_limit, m_offset = 0, m_written = 0;
    bool m_fits, m_counts = false;
    std::vector<char> m_in, m_out;
    z_stream m_stream = {};
    bool m_ready = false;
};

bool isGzip(std::string_view beginning)
{
    return beginning.starts_with("\x1f\x8b\x08");
}

} // namespace

Result<InputFile> unpackGzip(const InputFile &packed, std::uint64_t limit, const RunContext &context, bool fits)
{
    InputFile file{packed.path, temporaryFile()};
    if (!file.descriptor.valid())
        return Error(ErrorCode::cannotSave,
                     "no temporary file can be created to unpack it; unpack it yourself with gunzip")
            .in(packed.path);
    Unpacker unpacker(packed, limit, fits);
    if (const Status done = unpacker.run(file.descriptor, context); !done)
        return done.error();
    if (unpacker.onlyCounted())
        return unpackGzip(packed, limit, context, true);
    const FileStamp stamp = stampOf(file.descriptor.get());
    if (stamp.bytes == 0)
        return Error(ErrorCode::emptyFile, "this gzip file contains nothing (0 bytes); create or download it again")
            .in(packed.path);
    file.bytes = stamp.bytes;
    file.changedAt = stamp.changedAt;
    return file;
}

Result<PlainFile> plainFile(const InputFile &file, const RunContext &context)
{
    auto beginning = beginningOf(file);
    if (!beginning)
        return beginning.error();
    if (!isGzip(*beginning))
        return PlainFile{std::nullopt, std::move(*beginning)};
    auto unpacked = unpackGzip(file, largestDecodedFile(), context);
    beginning = unpacked ? beginningOf(*unpacked) : unpacked.error();
    if (!beginning)
        return beginning.error();
    if (isGzip(*beginning))
        return Error(ErrorCode::unknownFormat, "this file was compressed twice with gzip; unpack it first")
            .in(file.path);
    return PlainFile{std::move(*unpacked), std::move(*beginning)};
}

} // namespace anchorscope::io
