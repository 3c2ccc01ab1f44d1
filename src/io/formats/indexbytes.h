// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "io/files/inputfile.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace anchorscope::io {

/// Error for bytes that contradict the format of a vector index (FAISS …); caught by the function that opens the index.
struct BadIndex : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Error for a vector index that is not supported, or that could not be read.
struct RefusedIndex : std::exception
{
    explicit RefusedIndex(Error reason) : error(std::move(reason)) {}
    Error error;
};

/// Reads the numbers of a vector index. Throws BadIndex at the end of the file, RefusedIndex if reading fails or is
/// cancelled.
class IndexBytes
{
public:
    IndexBytes(const InputFile &file, const RunContext &context);

    std::uint64_t left() const { return m_file.bytes - m_at; }
    void read(void *target, std::uint64_t bytes);
    void skip(std::uint64_t bytes);
    template <class T> T number()
    {
        T value{};
        read(&value, sizeof value);
        return value;
    }
    std::string letters();
    /// Reads the length that precedes a list; checks that the file has this many elements of `elementBytes` bytes each.
    std::uint64_t listSize(std::uint64_t elementBytes);
    void skipList(std::uint64_t elementBytes) { skip(listSize(elementBytes) * elementBytes); }

private:
    void fill();

    const InputFile &m_file;
    const RunContext &m_context;
    std::uint64_t m_at = 0;
    std::vector<char> m_block;
    std::uint64_t m_blockAt = 0;
};

} // namespace anchorscope::io
