// SPDX-License-Identifier: GPL-3.0-or-later

/// safetensors, fvecs and its kin, FAISS indexes, PyTorch, PostgreSQL's binary copies; what is known and not read;
/// gzip.

#include "fuzz/readertrial.h"
#include "io/files/gzip.h"
#include "io/indexes/storedindex.h"
#include "io/arrays/torchfile.h"

using namespace anchorscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FuzzFile file(data, size);
    for (const io::FileFormat &format :
         {io::FileFormat{"", io::isSafetensors, io::openSafetensors}, io::FileFormat{"", io::isVecs, io::openVecs},
          io::FileFormat{"", io::isFaissIndex, io::openFaissIndex},
          io::FileFormat{"", io::isStoredIndex, io::openStoredIndex}, io::FileFormat{"", io::isTorch, io::openTorch},
          io::FileFormat{"", io::isPgCopy, io::openPgCopy}, io::FileFormat{"", io::isForeign, io::refuseForeign}})
        tryReader(file.path(), format);
    constexpr std::uint64_t limit = 4 << 20;
    const auto packed = io::openInput(file.path());
    if (!packed)
        return 0;
    const auto unpacked = io::unpackGzip(*packed, limit, {});
    if (unpacked)
        require(unpacked->bytes > 0 && unpacked->bytes <= limit);
    else
        require(!unpacked.error().message.empty());
    return 0;
}
