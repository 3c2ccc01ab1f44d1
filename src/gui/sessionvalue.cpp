// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/sessionvalue.h"

#include "core/kernels/product.h"

#include <algorithm>
#include <charconv>

namespace anchorscope::gui {

namespace {

constexpr auto keyOfK = "retrieval.k";
constexpr auto keyOfHead = "stitching.head";
constexpr auto keyOfInput = "stitching.input";

constexpr std::array allInputs{HeadInput::asIs, HeadInput::l2, HeadInput::standardized};

std::string viewValue(const io::Session &session, const char *key)
{
    const auto found = session.view.find(key);
    return found == session.view.end() ? std::string() : found->second;
}

bool allBelow(const std::vector<ItemIndex> &items, Index count)
{
    return std::all_of(items.begin(), items.end(), [count](ItemIndex item) { return item >= 0 && item < count; });
}

bool fits(const io::RunRecord &run, const LoadedData &data)
{
    const OptimizeSummary &summary = run.summary;
    return allBelow(run.anchorsOfX, data.size(Side::X)) && allBelow(run.seedsOfY, data.size(Side::Y)) &&
           run.seedsOfY.size() <= run.anchorsOfX.size() && allBelow(summary.correspondence, data.size(Side::X)) &&
           static_cast<Index>(summary.correspondence.size()) == data.size(Side::Y) &&
           summary.anchorsOfY.rows() == static_cast<Index>(run.anchorsOfX.size()) &&
           summary.anchorsOfY.cols() == data.set(Side::Y).dimension() &&
           allBelow(summary.discreteOfY, data.size(Side::Y));
}

} // namespace

io::Session sessionOf(const Workspace &workspace)
{
    const LoadedData &data = *workspace.data();
    const Setup &setup = workspace.setup();
    io::Session session;
    session.x.path = data.choice.pathX;
    session.x.space = data.choice.spaceX;
    session.y.path = data.choice.pathY;
    session.y.space = data.choice.spaceY;
    session.x.array = data.choice.arrayX;
    session.y.array = data.choice.arrayY;
    session.skipBadRows = data.choice.skipBadRows;
    session.pairing = data.choice.rule;
    session.pairingFile = data.choice.pairingFile;
    session.maxItems = data.choice.maxItems;
    session.sample = data.choice.sample;
    session.sampleSeed = data.choice.sampleSeed;
    session.centering = setup.centering;
    session.similarity = setup.similarity;
    session.seeds = setup.seeds;
    session.anchorCount = setup.anchorCount;
    session.randomSeed = setup.options.seed;
    session.options = setup.options;
    session.runs = workspace.runs();
    session.chosenRun = setup.chosenRun;
    if (workspace.isRetrievalCurrent())
        session.retrieval = workspace.retrieval().rows;
    if (workspace.isStitchingCurrent()) {
        session.stitching = workspace.stitching().rows;
        session.stitchClasses = workspace.stitching().classes;
    }
    session.view[keyOfK] = std::to_string(setup.k);
    session.view[keyOfHead] = setup.head;
    session.view[keyOfInput] = headInputId(setup.headInput);
    session.programVersion = ANCHORSCOPE_VERSION;
    session.isa = kernels::isaName(kernels::activeIsa());
    return session;
}

DataChoice choiceOf(const io::Session &session)
{
    return {session.x.path,      session.y.path,   session.x.space, session.y.space, session.pairing,
            session.pairingFile, session.maxItems, session.x.array, session.y.array, session.skipBadRows,
            session.sample,      session.sampleSeed};
}

Result<Setup> setupOf(const io::Session &session, const LoadedData &data)
{
    Setup setup;
    setup.centering = session.centering;
    setup.similarity = session.similarity;
    setup.seeds = session.seeds;
    setup.anchorCount = session.anchorCount;
    setup.options = session.options;
    setup.options.seed = session.randomSeed;
    setup.chosenRun = session.chosenRun;
    const std::string k = viewValue(session, keyOfK);
    Index neighbours = 0;
    if (std::from_chars(k.data(), k.data() + k.size(), neighbours).ec == std::errc() && neighbours > 0)
        setup.k = neighbours;
    if (const std::string head = viewValue(session, keyOfHead); findHead(head))
        setup.head = head;
    for (const HeadInput input : allInputs) {
        if (viewValue(session, keyOfInput) == headInputId(input))
            setup.headInput = input;
    }
    const Error misfit{
        "bad-session",
        "The session names items that its data do not have. The data may have changed since it was saved.",
        {},
        {}};
    for (const SeedPair &seed : session.seeds) {
        if (!allBelow({row(seed.x)}, data.size(Side::X)) || !allBelow({row(seed.y)}, data.size(Side::Y)))
            return misfit;
    }
    for (const io::RunRecord &run : session.runs) {
        if (!fits(run, data))
            return misfit;
    }
    if (setup.chosenRun < -1 || setup.chosenRun >= static_cast<int>(session.runs.size()) ||
        !findSimilarity(setup.similarity))
        return misfit;
    return setup;
}

} // namespace anchorscope::gui
