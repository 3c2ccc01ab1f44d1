// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fuzz/fuzzfile.h"
#include "io/formats/format.h"

/// Checks the guarantees of a reader of a plain format: an error with a sentence, or items and spaces that agree.
inline void checkOpened(const anchorscope::Result<anchorscope::io::OpenedFile> &opened, anchorscope::Index maxRows)
{
    using namespace anchorscope;
    if (!opened) {
        require(!opened.error().message.empty() && errorCodeOf(errorId(opened.error().code)) == opened.error().code);
        return;
    }
    const ItemTable &items = *opened->dataset.items;
    require(items.count > 0 && (maxRows == 0 || items.count <= maxRows));
    require(!items.hasIds() || items.ids.size() == static_cast<std::size_t>(items.count));
    require(!items.hasLabels() || items.labels.size() == static_cast<std::size_t>(items.count));
    for (const std::int32_t label : items.labels)
        require(label >= unlabelled && label < static_cast<std::int32_t>(items.labelNames.size()));
    require(!opened->dataset.spaces.empty());
    for (const auto &space : opened->dataset.spaces)
        require(space->size() == items.count && space->dimension() > 0);
}

/// Opens a file with one reader, with and without limits, if that reader would be chosen for it.
inline void tryReader(const std::string &path, const anchorscope::io::FileFormat &format)
{
    using namespace anchorscope;
    const auto file = io::openInput(path);
    if (!file)
        return;
    std::string beginning(std::min<std::uint64_t>(file->bytes, 1 << 20), '\0');
    const auto count = file->read(0, beginning);
    require(count.ok() && *count == beginning.size());
    for (const int turn : {0, 1, 2}) {
        io::OpenOptions options;
        options.skipBadRows = turn > 0;
        options.maxRows = turn > 0 ? 3 : 0;
        options.sample = turn == 2;
        const io::FileCandidate candidate{*file, beginning, options};
        if (format.recognises(candidate))
            checkOpened(format.open(candidate, {}), options.firstRows()); // some samples are drawn later
    }
}
