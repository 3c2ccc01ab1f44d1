// SPDX-License-Identifier: GPL-3.0-or-later

/// word2vec, binary.

#include "fuzz/readertrial.h"

using namespace anchorscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FuzzFile file(data, size);
    tryReader(file.path(), {"", io::isWord2VecBinary, io::openWord2VecBinary});
    return 0;
}
