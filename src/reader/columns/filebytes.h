// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/framewriter.h"
#include "reader/statuspipe.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace anchorscope {

/// Why a file, or one of its columns, is not read. `code` is an id of core/error.h.
class UnreadableColumn : public std::runtime_error
{
public:
    UnreadableColumn(std::string code, const std::string &sentence) : runtime_error(sentence), m_code(std::move(code))
    {
    }
    const std::string &code() const { return m_code; }

private:
    std::string m_code;
};

/// Of bytes that contradict their format.
[[noreturn]] void damagedColumn(const std::string &what);
/// Of something valid that is not read: “what” ends with what to do.
[[noreturn]] void unsupportedColumn(const std::string &what);

using Bytes = std::span<const std::byte>;

/// The number of a type that stands at an offset, which must lie within. Files and machine are little-endian.
template <class T> T numberAt(Bytes bytes, std::size_t at)
{
    if (at > bytes.size() || sizeof(T) > bytes.size() - at)
        damagedColumn("a number lies beyond its end");
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

/// `length` bytes from `at` on, which must lie within.
inline Bytes partOf(Bytes bytes, std::uint64_t at, std::uint64_t length)
{
    if (at > bytes.size() || length > bytes.size() - at)
        damagedColumn("it ends early");
    return bytes.subspan(at, length);
}

/// Memory for bytes that is used again and not filled with zeros before: most of the cost of large pages was that.
class ByteBuffer
{
public:
    /// Room for that many bytes of any value; those before are lost.
    std::span<std::byte> room(std::size_t bytes)
    {
        if (bytes > m_bytes) {
            m_memory.reset();
            m_memory = std::make_unique_for_overwrite<std::byte[]>(bytes);
            m_bytes = bytes;
        }
        m_givenBack = 0;
        return {m_memory.get(), bytes};
    }

    /// Gives the memory before `end` back if that lies within and much is there; what was in it is lost. False: not.
    bool releaseUntil(const std::byte *end);

private:
    std::unique_ptr<std::byte[]> m_memory;
    std::size_t m_bytes = 0, m_givenBack = 0;
};

/// The bytes of a file, by an open descriptor. It is made before the sandbox is closed, as it asks for the file's size.
class FileBytes
{
public:
    FileBytes(int descriptor, const StatusPipe &status);

    std::uint64_t size() const { return m_size; }
    /// Bytes at an offset, which must all be there. What is read is told on the status pipe.
    std::vector<std::byte> read(std::uint64_t offset, std::uint64_t length) const;
    /// The same into memory that is there.
    void read(std::uint64_t offset, std::span<std::byte> target) const;
    /// Throws UnreadableColumn unless there are that many bytes.
    void requireWithin(std::uint64_t offset, std::uint64_t length) const;
    const StatusPipe &status() const { return m_status; }

private:
    int m_descriptor;
    std::uint64_t m_size = 0;
    const StatusPipe &m_status;
};

} // namespace anchorscope
