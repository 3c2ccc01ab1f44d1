// SPDX-License-Identifier: GPL-3.0-or-later

/// Plain formats that are parsed in our process: .npy, .npz, word vectors (text, binary), tables. HDF5 is left to the
/// helper process.

#include "fuzz/fuzzfile.h"
#include "io/datasetfile.h"

using namespace anchorscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    constexpr std::string_view hdf5 = "\x89HDF";
    if (std::string_view(reinterpret_cast<const char *>(data), size).find(hdf5) != std::string_view::npos)
        return 0;
    const FuzzFile file(data, size);
    for (const bool skipBadRows : {false, true}) {
        io::OpenOptions options;
        options.skipBadRows = skipBadRows;
        options.maxRows = skipBadRows ? 3 : 0;
        const auto opened = io::openFile(file.path(), options);
        if (!opened) {
            require(!opened.error().message.empty() && !opened.error().code.empty());
            continue;
        }
        const ItemTable &items = *opened->dataset.items;
        require(items.count > 0 && (options.maxRows == 0 || items.count <= options.maxRows));
        require(!items.hasIds() || items.ids.size() == static_cast<std::size_t>(items.count));
        require(!items.hasLabels() || items.labels.size() == static_cast<std::size_t>(items.count));
        for (const std::int32_t label : items.labels)
            require(label >= unlabelled && label < static_cast<std::int32_t>(items.labelNames.size()));
        for (const auto &space : opened->dataset.spaces)
            require(space->size() == items.count && space->dimension() > 0);
    }
    return 0;
}
