// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/sessionrun.h"

#include "cli/optionreader.h"
#include "core/data/toys.h"
#include "core/kernels/product.h"
#include "io/session/sessionitems.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace anchorscope::cli {

namespace {

std::string absolutePath(const std::string &path)
{
    return path.empty() || isToyName(path) ? path : std::filesystem::absolute(path).lexically_normal().string();
}

io::RunRecord record(const ProtocolOptions &options, const ProtocolRun &run, const std::string &transform)
{
    io::RunRecord result;
    result.name = "Run 1";
    result.options = options.optimize;
    result.centering = options.centering;
    result.transform = transform;
    result.anchorsOfX = run.anchors.itemsOfX;
    result.seedsOfY = run.anchors.seedsOfY;
    result.summary = run.summary;
    result.options.seed = run.seed;
    return result;
}

/// Warns and returns false unless the session was made from this file and space.
bool isSameInput(const io::SpaceChoice &then, const io::FileContent &content, const Dataset &now,
                 const std::string &space, std::vector<std::string> &warnings)
{
    if (now.hash == content.hash && space == then.space)
        return true;
    warnings.push_back("The session was made from " + then.space + " of " + then.path + "; this is not the same data.");
    return false;
}

Error otherData(const std::string &path, const std::string &sentence)
{
    return Error(ErrorCode::otherData, sentence).in(path);
}

/// Checks that the rows were sampled as in the session. Needed if the items have no ids, only row numbers.
Status checkRows(const std::string &path, const io::DataChoice &then, const io::DataChoice &choice)
{
    const bool drawn = then.sample || choice.sample;
    if (!drawn ||
        (then.sample == choice.sample && then.maxItems == choice.maxItems && then.sampleSeed == choice.sampleSeed))
        return Done{};
    const std::string expected =
        then.sample ? "--sample " + std::to_string(then.maxItems) + " --sample-seed " + std::to_string(then.sampleSeed)
                    : "no --sample";
    return otherData(path,
                     "The session was made from other rows of these data, and its items have no ids by which they "
                     "could be found: expected " +
                         expected + ".");
}

/// If the matches of a session's run do not fit the opened data, removes them, so that only the run's anchors are used.
void fitCorrespondence(OptimizeSummary &summary, Index itemsOfX, Index itemsOfY)
{
    const bool fits =
        std::ssize(summary.correspondence) == itemsOfY &&
        std::ranges::all_of(summary.correspondence, [itemsOfX](ItemIndex item) { return item < itemsOfX; });
    if (fits)
        return;
    summary.correspondence.clear();
    summary.correspondenceScore.clear();
}

/// Finds the session's items in the opened data, and warns about differences from the session's data.
Status fitSession(const std::string &path, io::Session &session, PairedData &data)
{
    std::vector<std::string> &warnings = data.pair.warnings;
    const bool sameX = isSameInput(session.data.x, session.fileX, data.factsX, data.pair.x->name, warnings);
    const bool sameY = isSameInput(session.data.y, session.fileY, data.factsY, data.pair.y->name, warnings);
    const io::Relocation found = io::relocate(session, *data.pair.x->items, *data.pair.y->items);
    if (session.runs.empty())
        return otherData(path, "Expected the data that this session was made from (" + session.data.x.space + " and " +
                                   session.data.y.space + "), found others: " + std::to_string(found.lost.size()) +
                                   " of the items that it refers to are not in them (such as “" + found.lost.front() +
                                   "”).");
    for (const std::string &sentence : found.sentences())
        warnings.push_back(sentence);
    if (found.byId)
        return Done{};
    if (!sameX || !sameY)
        warnings.emplace_back(
            "The session's items are identified only by their rows, which may contain other items here.");
    return checkRows(path, session.data, data.choice);
}

} // namespace

Status saveRun(const std::string &path, const PairedData &data, const ProtocolOptions &options, const ProtocolRun &run)
{
    io::Session session;
    session.data = data.choice;
    io::SpaceChoice &x = session.data.x, &y = session.data.y;
    x = {absolutePath(x.path), data.pair.x->name, {}, data.factsX.columns, absolutePath(x.items)};
    y = {absolutePath(y.path), data.pair.y->name, {}, data.factsY.columns, absolutePath(y.items)};
    session.data.rule = data.pair.rule;
    session.data.pairingFile = absolutePath(data.choice.pairingFile);
    session.fileX = {data.factsX.bytes, data.factsX.hash};
    session.fileY = {data.factsY.bytes, data.factsY.hash};
    session.centering = options.centering;
    session.transform = data.transform;
    session.similarity = options.similarity;
    session.options = options.optimize;
    session.options.seed = run.seed;
    session.anchorCount = run.anchors.count();
    session.randomSeed = run.seed;
    for (std::size_t i = 0; i < run.anchors.seedsOfY.size(); ++i)
        session.seeds.push_back({.x = run.anchors.itemsOfX[i], .y = run.anchors.seedsOfY[i]});
    session.runs.push_back(record(options, run, data.transform));
    session.chosenRun = 0;
    session.programVersion = ANCHORSCOPE_VERSION;
    session.isa = kernels::isaName(kernels::activeIsa());
    io::nameItems(session, *data.pair.x->items, *data.pair.y->items);
    return io::saveSession(path, session);
}

Status useSession(OptionReader &reader, PairedData &data, ProtocolOptions &options)
{
    const std::string path = filePath(reader.value("session"));
    std::optional<io::Session> session = std::exchange(data.session, std::nullopt);
    if (session->runs.empty())
        return Error(ErrorCode::noRun,
                     "Expected a session with a finished run, found none in it. Align the spaces first (optimize).")
            .in(path);
    const bool chosen = session->chosenRun >= 0 && session->chosenRun < static_cast<int>(session->runs.size());
    session->runs = {chosen ? session->runs[static_cast<std::size_t>(session->chosenRun)] : session->runs.back()};
    session->seeds.clear(); // removes the session's seeds; the run has its own
    if (const Status fits = fitSession(path, *session, data); !fits)
        return fits;
    io::RunRecord &run = session->runs.front();
    fitCorrespondence(run.summary, data.pair.x->size(), data.pair.y->size());
    if (!io::anchorsFit(run, *data.pair.x, *data.pair.y))
        return otherData(path, "The anchors of this session do not fit these data: expected the spaces " +
                                   session->data.x.space + " and " + session->data.y.space + " it was made from (" +
                                   std::to_string(run.summary.anchorsOfY.cols()) + " dimensions of Y), found " +
                                   std::to_string(data.pair.y->dimension()) + " dimensions of Y.");
    AnchorSet anchors{run.anchorsOfX, run.seedsOfY, run.summary.anchorsOfY, run.summary.discreteOfY,
                      run.summary.metric};
    options.existingRun = ProtocolRun{run.options.seed, Side::y, std::move(anchors), run.summary};
    options.centering = run.centering;
    if (!reader.has("similarity"))
        options.similarity = session->similarity;
    options.optimize = run.options;
    return checkSimilarity(options);
}

} // namespace anchorscope::cli
