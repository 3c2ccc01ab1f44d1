// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fuzz/fuzzfile.h"
#include "support/frames.h"

/// Decodes a frame from bytes as the parent does. The checksum is corrected first, so that later checks are reached.
inline anchorscope::Result<anchorscope::io::Hdf5Content> decodeTrial(const std::uint8_t *data, std::size_t size)
{
    std::string bytes(reinterpret_cast<const char *>(data), size);
    anchorscope::test::sealTable(bytes);
    auto content = anchorscope::test::decode(bytes);
    require(content.ok() || !content.error().message.empty());
    return content;
}

/// Flips bytes anywhere, but more often in the table, which contains the structure.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t most);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size, std::size_t most, unsigned seed)
{
    using namespace anchorscope;
    const frame::Header header = test::headerOf({reinterpret_cast<const char *>(data), size});
    if (seed % 4 == 0 || size < sizeof header || header.tableOffset >= size)
        return LLVMFuzzerMutate(data, size, most);
    const auto begin = static_cast<std::size_t>(header.tableOffset);
    const std::size_t length = LLVMFuzzerMutate(data + begin, size - begin, most - begin);
    frame::Header changed = header;
    changed.tableBytes = length;
    changed.totalBytes = begin + length;
    std::memcpy(data, &changed, sizeof changed);
    return begin + length;
}
