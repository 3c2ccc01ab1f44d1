// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/session/session.h"

#include "core/data/toys.h"
#include "io/dataset/datasetfile.h"
#include "io/files/atomicfile.h"
#include "io/files/inputfile.h"
#include "io/hdf5/hdf5reader.h"
#include "io/session/sessioncodec.h"

#include <algorithm>

namespace anchorscope::io {

Result<InputReference> describeInput(const std::string &path)
{
    if (isToyName(path) || isFolder(path)) {
        const auto opened = openFile(path, {.identify = true});
        if (!opened)
            return opened.error();
        return InputReference{path, opened->dataset.bytes, opened->dataset.hash};
    }
    const auto file = openInput(path);
    if (!file)
        return file.error();
    const auto content = contentOf(*file);
    if (!content)
        return content.error();
    return InputReference{path, content->bytes, content->hash};
}

bool areItems(const std::vector<ItemIndex> &items, Index count)
{
    return std::ranges::all_of(items, [count](ItemIndex item) { return item >= 0 && item < count; });
}

bool anchorsFit(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y)
{
    const Matrix &found = run.summary.anchorsOfY;
    return areItems(run.anchorsOfX, x.size()) && areItems(run.seedsOfY, y.size()) &&
           run.seedsOfY.size() <= run.anchorsOfX.size() && areItems(run.summary.discreteOfY, y.size()) &&
           found.rows() == std::ssize(run.anchorsOfX) && found.cols() == y.dimension() &&
           (run.summary.metric.empty() || run.summary.metric.directionsOfX.cols() == x.dimension());
}

bool runFits(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y)
{
    const std::vector<ItemIndex> &correspondence = run.summary.correspondence;
    return anchorsFit(run, x, y) && std::ssize(correspondence) == y.size() && areItems(correspondence, x.size());
}

Status saveSession(const std::string &path, const Session &session, FileStamp *known)
{
    const auto bytes = encodeSession(session);
    if (!bytes)
        return bytes.error().in(path);
    const auto readBack = [&bytes](const std::string &written) -> Status {
        const auto loaded = loadSession(written);
        if (!loaded)
            return loaded.error();
        const auto again = encodeSession(*loaded);
        if (!again || *again != *bytes)
            return Error(ErrorCode::damagedFile, "it holds other values than were written").in(written);
        return Done{};
    };
    return writeAtomically(path, *bytes, readBack, known);
}

Result<Session> loadSession(const std::string &path, const RunContext &context, FileStamp *stamp)
{
    const auto file = openInput(path);
    if (!file)
        return file.error();
    const auto hdf5 = isHdf5(*file);
    if (!hdf5)
        return hdf5.error();
    if (!*hdf5)
        return notASession(path);
    const auto content = readHdf5(*file, {.path = path, .load = sessionPatterns(), .keepDouble = true}, context);
    if (!content)
        return content.error();
    if (const Status unchanged = file->unchanged(); !unchanged)
        return unchanged.error();
    if (stamp)
        *stamp = stampOf(file->descriptor.get());
    return decodeSession(*content, path);
}

} // namespace anchorscope::io
