// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: binary files of word2vec.

#include "fuzz/readertrial.h"

using namespace anchorscope;

namespace anchorscope::io {
extern const FileFormat word2vecBinaryFormat;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FuzzFile file(data, size);
    tryReader(file.path(), io::word2vecBinaryFormat);
    return 0;
}
