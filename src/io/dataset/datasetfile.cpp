// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/datasetfile.h"

#include "io/arrays/anchorscopedataset.h"
#include "io/files/atomicfile.h"
#include "io/hdf5/hdf5reader.h"

#include <optional>

namespace anchorscope::io {

Status saveDataset(const std::string &path, const Dataset &dataset)
{
    for (const auto &space : dataset.spaces) {
        if (space->items->hasIds() && dataset.items->hasIds() && space->items->ids != dataset.items->ids)
            return Error(ErrorCode::badDataset, "expected spaces over the same items, found other items in " +
                                                    space->name + "; create the toy without missing partners")
                .in(path);
    }
    std::optional<Hdf5Writer> file(std::in_place);
    writeDataset(*file, dataset);
    const auto bytes = file->bytes();
    if (!bytes)
        return bytes.error().in(path);
    return writeAtomically(path, *bytes, [&](const std::string &written) -> Status {
        file.reset(); // frees the file's bytes, because reading it back needs as much memory
        const auto content = readHdf5({.path = written, .load = datasetPatterns()});
        return content ? compareDataset(*content, dataset) : Status(content.error());
    });
}

} // namespace anchorscope::io
