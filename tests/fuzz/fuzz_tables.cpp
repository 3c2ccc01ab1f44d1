// SPDX-License-Identifier: GPL-3.0-or-later

/// Target: tables, CSV and TSV. The bytes after a 0x1E are the Embedding Projector's metadata.tsv of the table.

#include "fuzz/fuzzfolder.h"
#include "fuzz/readertrial.h"

using namespace anchorscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const FuzzFolder folder;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const std::size_t cut = bytes.find('\x1e');
    folder.write("tensors.tsv", bytes.substr(0, cut));
    std::filesystem::remove(folder.file("metadata.tsv"));
    if (cut != std::string_view::npos)
        folder.write("metadata.tsv", bytes.substr(cut + 1));
    tryReader(folder.file("tensors.tsv"), io::tableFormat);
    return 0;
}
