// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: JSON and JSON lines. The bytes after a 0x1E are the tensor of an Embedding Projector configuration.

#include "fuzz/fuzzfolder.h"
#include "fuzz/readertrial.h"

using namespace anchorscope;

namespace anchorscope::io {
extern const FileFormat projectorFormat;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const FuzzFolder folder;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const std::size_t cut = bytes.find('\x1e');
    folder.write("items.json", bytes.substr(0, cut));
    if (cut != std::string_view::npos)
        folder.write("t", bytes.substr(cut + 1));
    tryReader(folder.file("items.json"), io::jsonFormat);
    tryReader(folder.file("items.json"), io::projectorFormat);
    return 0;
}
