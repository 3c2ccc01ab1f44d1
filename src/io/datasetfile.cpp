// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/datasetfile.h"

#include "io/atomicfile.h"
#include "io/formats/anchorscopedataset.h"
#include "io/hdf5reader.h"
#include "io/inputfile.h"

namespace anchorscope::io {

namespace {

Result<Dataset> openHdf5(const std::string &path, const RunContext &context)
{
    const auto content = readHdf5({.path = path, .load = datasetPatterns()}, context.part(0, 0.9));
    if (!content)
        return content.error();
    return decodeDataset(*content, path, context.part(0.9, 1));
}

} // namespace

Result<Dataset> openDataset(const std::string &path, const RunContext &context)
{
    const auto file = openInput(path);
    if (!file)
        return file.error();
    const auto hdf5 = isHdf5(*file);
    if (!hdf5)
        return hdf5.error();
    if (!*hdf5)
        return Error{
            "unknown-format",
            "the beginning of this file belongs to no format that is known; expected an Anchorscope dataset (HDF5)",
            path, ""};
    return openHdf5(path, context);
}

Status saveDataset(const std::string &path, const Dataset &dataset)
{
    const auto bytes = encodeDataset(dataset);
    if (!bytes)
        return Error{bytes.error().code, bytes.error().message, path, ""};
    return writeAtomically(path, *bytes, [](const std::string &written) -> Status {
        const auto opened = openDataset(written);
        return opened ? Status(Done{}) : Status(opened.error());
    });
}

} // namespace anchorscope::io
