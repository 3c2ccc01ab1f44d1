// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/session/session.h"

#include "io/files/atomicfile.h"
#include "io/files/inputfile.h"
#include "io/hdf5/hdf5reader.h"
#include "io/session/sessioncodec.h"

#include <xxhash.h>

#include <algorithm>
#include <memory>

namespace anchorscope::io {

Result<InputReference> describeInput(const std::string &path, const std::string &space)
{
    const auto file = openInput(path);
    if (!file)
        return file.error();
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), XXH3_freeState);
    XXH3_128bits_reset(state.get());
    std::vector<char> block(1 << 20);
    std::uint64_t done = 0;
    while (true) {
        const auto count = file->read(done, block);
        if (!count)
            return count.error();
        if (*count == 0)
            break;
        XXH3_128bits_update(state.get(), block.data(), *count);
        done += *count;
    }
    XXH128_canonical_t bytes;
    XXH128_canonicalFromHash(&bytes, XXH3_128bits_digest(state.get()));
    std::string hash;
    for (const unsigned char byte : bytes.digest) {
        constexpr char digits[] = "0123456789abcdef";
        hash += digits[byte >> 4];
        hash += digits[byte & 15];
    }
    return InputReference{path, done, hash, space};
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
           found.rows() == std::ssize(run.anchorsOfX) && found.cols() == y.dimension();
}

bool runFits(const RunRecord &run, const EmbeddingSet &x, const EmbeddingSet &y)
{
    const std::vector<ItemIndex> &correspondence = run.summary.correspondence;
    return anchorsFit(run, x, y) && std::ssize(correspondence) == y.size() && areItems(correspondence, x.size());
}

Status saveSession(const std::string &path, const Session &session)
{
    const auto bytes = encodeSession(session);
    if (!bytes)
        return bytes.error().in(path);
    return writeAtomically(path, *bytes, [&](const std::string &written) -> Status {
        const auto loaded = loadSession(written);
        if (!loaded)
            return loaded.error();
        const auto again = encodeSession(*loaded);
        if (!again || *again != *bytes)
            return Error(ErrorCode::damagedFile, "it holds other values than were written").in(written);
        return Done{};
    });
}

Result<Session> loadSession(const std::string &path, const RunContext &context)
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
    return decodeSession(*content, path);
}

} // namespace anchorscope::io
