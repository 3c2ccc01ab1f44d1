// SPDX-License-Identifier: GPL-3.0-or-later

/// NumPy arrays (.npy) and archives of them (.npz).

#include "fuzz/readertrial.h"

using namespace anchorscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FuzzFile file(data, size);
    tryReader(file.path(), {"", io::isNpy, io::openNpy});
    tryReader(file.path(), {"", io::isZip, io::openNpz});
    return 0;
}
