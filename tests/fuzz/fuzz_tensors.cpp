// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: safetensors, fvecs and related formats, FAISS indexes, PyTorch, PostgreSQL's binary copies, recognized but
/// unsupported formats, gzip.

#include "fuzz/readertrial.h"
#include "io/files/gzip.h"

using namespace anchorscope;

namespace anchorscope::io {
extern const FileFormat safetensorsFormat, vecsFormat, faissFormat, torchFormat, pgCopyFormat, unsupportedFormat;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FuzzFile file(data, size);
    for (const io::FileFormat *format : {&io::safetensorsFormat, &io::vecsFormat, &io::faissFormat, &io::torchFormat,
                                         &io::pgCopyFormat, &io::unsupportedFormat})
        tryReader(file.path(), *format);
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
