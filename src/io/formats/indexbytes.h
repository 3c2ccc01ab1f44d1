// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "io/files/inputfile.h"

#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Error for bytes that contradict the format of a vector index (FAISS …); caught by the function that opens the index.
struct BadIndex : std::runtime_error
{
    template <class... Parts> explicit BadIndex(const Parts &...parts) : runtime_error(sentence(parts...)) {}
};

/// Error for a vector index that is not supported, or that could not be read.
struct RefusedIndex : std::exception
{
    explicit RefusedIndex(Error reason) : error(std::move(reason)) {}
    Error error;
};

/// Calls `read`, and adds the path to its errors. `what`: kind of the file, and `again`: advice, for damaged files.
template <class Read>
auto readIndex(const std::string &path, const char *what, const char *again, const Read &read) -> decltype(read())
{
    try {
        auto result = read();
        return result ? std::move(result) : decltype(read())(result.error().in(path));
    } catch (const BadIndex &bad) {
        return Error(ErrorCode::damagedFile, "this ", what, " is damaged: ", bad.what(), "; ", again).in(path);
    } catch (const RefusedIndex &refused) {
        return refused.error.in(path);
    }
}

/// Returns the number (little-endian) at an offset; 0 if the bytes end before its end.
template <class T> T numberAt(std::string_view bytes, std::size_t at)
{
    T value{};
    if (at + sizeof(T) <= bytes.size())
        std::memcpy(&value, bytes.data() + at, sizeof(T));
    return value;
}

/// Reads the numbers of a vector index. Throws BadIndex at the end of the file, RefusedIndex if reading fails or is
/// cancelled.
class IndexBytes
{
public:
    IndexBytes(const InputFile &file, const RunContext &context) : m_file(file), m_context(context) {}

    std::uint64_t left() const { return m_file.bytes - m_at; }
    void read(void *target, std::uint64_t bytes);
    void skip(std::uint64_t bytes);
    /// Returns at least `bytes` of the next bytes, or all that remain, without moving past them.
    std::string_view ahead(std::uint64_t bytes);
    template <class T> T number()
    {
        T value{};
        read(&value, sizeof value);
        return value;
    }
    std::string letters();
    /// Reads the length of a list. Throws BadIndex if the list, `elementBytes` bytes per element, exceeds the file.
    std::uint64_t listSize(std::uint64_t elementBytes);
    void skipList(std::uint64_t elementBytes) { skip(listSize(elementBytes) * elementBytes); }

private:
    /// Reads a block of at least `bytes` bytes from the current position on.
    void fill(std::uint64_t bytes = 0);

    const InputFile &m_file;
    const RunContext &m_context;
    std::uint64_t m_at = 0;
    std::vector<char> m_block;
    std::uint64_t m_blockAt = 0;
};

} // namespace anchorscope::io
