// SPDX-License-Identifier: GPL-3.0-or-later

/// Frames of the helper process as the parent reads them, and datasets and sessions decoded from them. Checksums are
/// made right first, so that the checks behind them are reached.

#include "fuzz/fuzzfile.h"
#include "io/formats/anchorscopedataset.h"
#include "io/formats/anyhdf5.h"
#include "io/sessioncodec.h"
#include "support/frames.h"

using namespace anchorscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    std::string bytes(reinterpret_cast<const char *>(data), size);
    test::sealTable(bytes);
    const auto content = test::decode(bytes);
    if (!content) {
        require(!content.error().message.empty());
        return 0;
    }
    test::touchEverything(*content);
    if (const auto dataset = io::decodeDataset(*content, "a.h5"))
        require(dataset->items->count > 0);
    if (const auto choice = io::chooseHdf5(*content, "", "a.h5"))
        (void)io::decodeHdf5(*content, *choice, {}, "a.h5", {});
    if (const auto session = io::decodeSession(*content, "a.ascope"))
        require(io::encodeSession(*session).ok());
    return 0;
}

/// Flips bytes anywhere, but more often in the table, where all the structure is.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t most);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size, std::size_t most, unsigned seed)
{
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
