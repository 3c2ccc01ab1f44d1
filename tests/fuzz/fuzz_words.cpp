// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: word vectors as text: word2vec, fastText, GloVe.

#include "fuzz/readertrial.h"

using namespace anchorscope;

namespace anchorscope::io {
extern const FileFormat wordVectorsFormat;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FuzzFile file(data, size);
    tryReader(file.path(), io::wordVectorsFormat);
    return 0;
}
