// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/sessionrun.h"

#include "core/kernels/product.h"
#include "io/session/session.h"

#include <filesystem>

namespace anchorscope::cli {

namespace {

std::string absolutePath(const std::string &path)
{
    return path.empty() ? path : std::filesystem::absolute(path).lexically_normal().string();
}

io::RunRecord record(const ProtocolOptions &options, const ProtocolRun &run)
{
    io::RunRecord result{"Run 1",    options.optimize, options.centering, run.anchors.itemsOfX, run.anchors.seedsOfY,
                         run.summary};
    result.options.seed = run.seed;
    return result;
}

/// Says so where a file is not the one that the session was made from.
void compareInput(const io::InputReference &then, const std::string &path, const std::string &space,
                  std::vector<std::string> &warnings)
{
    const auto now = io::describeInput(path, space);
    if (now && (now->hash != then.hash || now->space != then.space))
        warnings.push_back("The session was made from " + then.space + " of " + then.path +
                           "; this is not the same data.");
}

} // namespace

Status saveRun(const std::string &path, const PairedData &data, const ProtocolOptions &options, const ProtocolRun &run)
{
    const auto x = io::describeInput(absolutePath(data.choice.pathX), data.pair.x->name);
    const auto y = x ? io::describeInput(absolutePath(data.choice.pathY), data.pair.y->name) : x;
    if (!y)
        return y.error();
    io::Session session;
    session.x = *x;
    session.y = *y;
    session.x.columns = data.choice.columnsX;
    session.y.columns = data.choice.columnsY;
    session.pairing = data.pair.rule;
    session.pairingFile = absolutePath(data.choice.pairingFile);
    session.maxItems = data.choice.maxItems;
    session.sample = data.choice.sample;
    session.sampleSeed = data.choice.sampleSeed;
    session.centering = options.centering;
    session.similarity = options.similarity;
    session.options = options.optimize;
    session.options.seed = run.seed;
    session.anchorCount = run.anchors.count();
    session.randomSeed = run.seed;
    for (std::size_t i = 0; i < run.anchors.seedsOfY.size(); ++i)
        session.seeds.push_back({.x = run.anchors.itemsOfX[i], .y = run.anchors.seedsOfY[i]});
    session.runs.push_back(record(options, run));
    session.chosenRun = 0;
    session.programVersion = ANCHORSCOPE_VERSION;
    session.isa = kernels::isaName(kernels::activeIsa());
    return io::saveSession(path, session);
}

Status useSession(const std::string &path, PairedData &data, ProtocolOptions &options, const RunContext &context)
{
    const auto session = io::loadSession(path, context);
    if (!session)
        return session.error();
    if (session->runs.empty())
        return Error(ErrorCode::noRun, "Expected a session with a finished run, found none in it. Optimise first.")
            .in(path);
    const bool chosen = session->chosenRun >= 0 && session->chosenRun < static_cast<int>(session->runs.size());
    const io::RunRecord &run =
        chosen ? session->runs[static_cast<std::size_t>(session->chosenRun)] : session->runs.back();
    if (!io::anchorsFit(run, *data.pair.x, *data.pair.y))
        return Error(ErrorCode::otherData,
                     "The anchors of this session are no items of these data: expected the spaces " + session->x.space +
                         " and " + session->y.space + " it was made from.")
            .in(path);
    compareInput(session->x, data.choice.pathX, data.pair.x->name, data.pair.warnings);
    compareInput(session->y, data.choice.pathY, data.pair.y->name, data.pair.warnings);
    AnchorSet anchors{run.anchorsOfX, run.seedsOfY, run.summary.anchorsOfY, run.summary.discreteOfY};
    options.given = ProtocolRun{run.options.seed, Side::y, std::move(anchors), run.summary};
    options.centering = run.centering;
    options.similarity = session->similarity;
    options.optimize = run.options;
    return Done{};
}

} // namespace anchorscope::cli
