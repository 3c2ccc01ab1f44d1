// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: NumPy arrays (.npy) and archives of them (.npz).

#include "fuzz/readertrial.h"

using namespace anchorscope;

namespace anchorscope::io {
extern const FileFormat npyFormat, npzFormat;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FuzzFile file(data, size);
    tryReader(file.path(), io::npyFormat);
    tryReader(file.path(), io::npzFormat);
    return 0;
}
