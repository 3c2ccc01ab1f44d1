// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plaintext.h"
#include "reader/bytebuffer.h"
#include "reader/framewriter.h"
#include "reader/statuspipe.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

namespace anchorscope {

/// Reason why a file or one of its columns is not read. `code`: id of an error (core/error.h).
class UnreadableColumn : public std::runtime_error
{
public:
    template <class... Parts>
    explicit UnreadableColumn(std::string code, const Parts &...parts)
        : runtime_error(sentence(parts...)), m_code(std::move(code))
    {
    }
    const std::string &code() const { return m_code; }

private:
    std::string m_code;
};

/// Throws UnreadableColumn for bytes that contradict their format.
template <class... Parts> [[noreturn]] void damagedColumn(const Parts &...what)
{
    throw UnreadableColumn("damaged-file", "this file is damaged: ", what..., "; create or download it again");
}
/// Throws UnreadableColumn for a valid feature that this reader does not support; `what` ends with advice.
template <class... Parts> [[noreturn]] void unsupportedColumn(const Parts &...what)
{
    throw UnreadableColumn("unsupported-type", what...);
}

using Bytes = std::span<const std::byte>;
inline std::string_view charactersOf(Bytes bytes)
{
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// Returns a number of a file that must not be negative. Otherwise throws UnreadableColumn with the text `problem`.
inline std::uint64_t natural(std::int64_t value, const char *problem)
{
    if (value < 0)
        damagedColumn(problem);
    return static_cast<std::uint64_t>(value);
}
inline constexpr const char *negativeCount = "a count in its metadata is negative";

/// Reads a little-endian number of type T at an offset. Throws UnreadableColumn if it is not inside `bytes`.
template <class T> T numberAt(Bytes bytes, std::size_t at)
{
    if (at > bytes.size() || sizeof(T) > bytes.size() - at)
        damagedColumn("a number lies beyond its end");
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

/// Returns `length` bytes from `at` on. Throws UnreadableColumn if they are not inside `bytes`.
inline Bytes partOf(Bytes bytes, std::uint64_t at, std::uint64_t length)
{
    if (at > bytes.size() || length > bytes.size() - at)
        damagedColumn("it ends early");
    return bytes.subspan(at, length);
}

/// Reads an unsigned number in groups of 7 bits, the lowest first (LEB128), from the bytes that `next` returns.
/// `where`: place of the number, for errors.
template <class Next> std::uint64_t variableNumber(const Next &next, const char *where)
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const std::uint8_t byte = next();
        value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
        if ((byte & 0x80U) == 0)
            return value;
    }
    damagedColumn("a number in ", where, " is too long");
}

/// Converts a number in zigzag encoding (0, −1, 1, −2, …).
inline std::int64_t unfolded(std::uint64_t zigzag)
{
    return static_cast<std::int64_t>(zigzag >> 1) ^ -static_cast<std::int64_t>(zigzag & 1);
}

/// Bytes of an open file. Construct it before the process enters the sandbox, because it queries the file's size.
class FileBytes
{
public:
    FileBytes(int descriptor, const StatusPipe &status);

    std::uint64_t size() const { return m_size; }
    /// Reads `length` bytes at an offset and reports progress. Throws UnreadableColumn if the file ends earlier.
    std::vector<std::byte> read(std::uint64_t offset, std::uint64_t length) const;
    /// Like read(offset, length), but fills `target`.
    void read(std::uint64_t offset, std::span<std::byte> target) const;
    /// Throws UnreadableColumn unless the file contains `length` bytes at the offset.
    void requireWithin(std::uint64_t offset, std::uint64_t length) const;
    const StatusPipe &status() const { return m_status; }

private:
    int m_descriptor;
    std::uint64_t m_size = 0;
    const StatusPipe &m_status;
};

} // namespace anchorscope
