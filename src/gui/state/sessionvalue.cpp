// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/sessionvalue.h"

#include "core/evaluate/methodchoice.h"
#include "core/kernels/product.h"
#include "io/session/sessionitems.h"

#include <algorithm>
#include <optional>

namespace anchorscope::gui {

namespace {

/// Key of the shrinkage λ in a session; its value is a number, or `ledoitWolf` if λ is estimated.
constexpr auto keyOfShrinkage = "similarity.shrinkage";
constexpr auto ledoitWolf = "ledoit-wolf";
/// Key of the chosen methods in a session; its value is a list of ids separated by commas.
constexpr auto keyOfMethods = "methods";
constexpr auto keyOfHealth = "health.measured";

std::string viewValue(const io::Session &session, const char *key)
{
    const auto found = session.view.find(key);
    return found == session.view.end() ? std::string() : found->second;
}

io::RunId runOf(const io::Session &session)
{
    return session.chosenRun < 0 ? io::RunId::none : session.runs[static_cast<std::size_t>(session.chosenRun)].id;
}

/// Similarity of a session; the default if it is learned and its run is not in the session.
std::string similarityOf(const io::Session &session)
{
    return canUse(session.similarity, session.runs, runOf(session)) ? session.similarity : Setup().similarity;
}

/// Chosen methods of a session; empty if any of them is unknown.
std::vector<std::string> methodsOf(const io::Session &session)
{
    std::vector<std::string> words;
    for (const QString &word : QString::fromStdString(viewValue(session, keyOfMethods)).split(',', Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    const auto methods = methodIds(words);
    return methods ? *methods : std::vector<std::string>();
}

/// Calls visit(experiment, option) for each option that sessions store; `option` has its default value.
void forEachExperimentOption(const auto &visit)
{
    for (const Experiment &experiment : experiments()) {
        std::any options = experiment.makeOptions({});
        for (const Option &option : experiment.ownOptions(options)) {
            if (*option.oldId != 0)
                visit(experiment, option);
        }
    }
}

void writeScoring(const Setup &setup, std::map<std::string, std::string> &view)
{
    forEachPart(setup, [&]<class S>(const S &part) {
        for (const Field<S> &field : fields<S>()) {
            if (*field.oldId != 0)
                view[field.oldId] = valueText(field, part);
        }
    });
    forEachExperimentOption([&](const Experiment &, const Option &option) {
        const auto chosen = setup.experiments.find(option.oldId);
        view[option.oldId] = chosen == setup.experiments.end() ? valueText(option) : chosen->second;
    });
    if (setup.similarityNumbers.ledoitWolf)
        view[keyOfShrinkage] = ledoitWolf;
    if (!setup.methods.empty())
        view[keyOfMethods] = joinedText(setup.methods, ",");
}

/// Reads the settings that sessions store with the view; an invalid value is ignored.
void readScoring(const io::Session &session, Setup &setup)
{
    forEachPart(setup, [&]<class S>(S &part) {
        for (const Field<S> &field : fields<S>()) {
            if (*field.oldId != 0)
                setText(field, part, viewValue(session, field.oldId));
        }
    });
    forEachExperimentOption([&](const Experiment &experiment, const Option &option) {
        choose(setup.experiments, experiment, option.oldId, viewValue(session, option.oldId));
    });
    setup.similarityNumbers.ledoitWolf = viewValue(session, keyOfShrinkage) == ledoitWolf;
    setup.methods = methodsOf(session);
}

io::SavedScores scoresOf(const OpenComparison &work, io::RunId run)
{
    io::SavedScores scores;
    if (const RetrievalResult *retrieval = work.retrievalOf(run))
        scores.retrieval = retrieval->rows;
    if (const StitchingResult *stitching = work.stitchingOf(run))
        scores.stitching = *stitching;
    return scores;
}

std::vector<io::RunScores> otherScores(const OpenComparison &work)
{
    std::vector<io::RunScores> all;
    for (std::size_t run = 0; run < work.runs.size(); ++run) {
        const io::RunId id = work.runs[run].id;
        if (id != work.setup.run && (work.retrievalOf(id) || work.stitchingOf(id)))
            all.push_back({static_cast<int>(run), scoresOf(work, id)});
    }
    return all;
}

io::Session pairOf(const OpenComparison &work)
{
    const Setup &setup = work.setup;
    io::Session session;
    const LoadedData &data = *work.data;
    session.data = data.choice;
    // Stores guessed roles of columns as well, because another version may guess differently.
    session.data.x.columns = data.datasetX->columns;
    session.data.y.columns = data.datasetY->columns;
    session.fileX = {data.datasetX->bytes, data.datasetX->hash};
    session.fileY = {data.datasetY->bytes, data.datasetY->hash};
    session.centering = setup.centering;
    session.transform = transformText(setup.transform);
    session.similarity = setup.similarity;
    session.seeds = setup.seeds;
    session.anchorCount = setup.anchorCount;
    session.randomSeed = setup.options.seed;
    session.options = setup.options;
    session.runs = work.runs;
    if (const io::RunRecord *run = work.chosenRun())
        session.chosenRun = static_cast<int>(run - work.runs.data());
    session.scores = scoresOf(work, setup.run);
    session.otherScores = otherScores(work);
    if (work.isBatchCurrent())
        session.batch = {work.batch.firstSeed, work.batch.experiment};
    session.view[keyOfHealth] = std::to_string(static_cast<int>(work.isHealthCurrent()));
    writeScoring(setup, session.view);
    writeView(work.view, session.view);
    writeRotation(work.relativeRotation, session.view);
    session.programVersion = ANCHORSCOPE_VERSION;
    session.isa = kernels::isaName(kernels::activeIsa());
    io::nameItems(session, data.items(Side::x), data.items(Side::y));
    return session;
}

} // namespace

io::Session sessionOf(const Workspace &workspace)
{
    io::Session session = pairOf(workspace.pair());
    session.position = workspace.currentPair();
    for (int pair = 0; pair < workspace.pairs(); ++pair) {
        if (pair != session.position)
            session.otherPairs.push_back(pairOf(workspace.pair(pair)));
    }
    return session;
}

ViewState viewOf(const io::Session &session)
{
    return readView(session.view);
}

bool hadHealth(const io::Session &session)
{
    return viewValue(session, keyOfHealth) == "1";
}

Result<Transform> transformOf(const std::string &text, const LoadedData &data, const std::string &place)
{
    auto transform = readTransform(text);
    const Status usable = transform ? transform->validate(data.pair.y->dimension()) : Status(transform.error());
    if (usable)
        return transform;
    return Error(ErrorCode::badSession, "The session changes Y by “" + text + "”, which cannot be used here. " +
                                            usable.error().message +
                                            " Open it with the data and the version of Anchorscope that saved it.")
        .at(place);
}

Result<Setup> setupOf(const io::Session &session, const LoadedData &data)
{
    Setup setup;
    setup.centering = session.centering;
    const auto transform = transformOf(session.transform, data, "/");
    if (!transform)
        return transform.error();
    setup.transform = *transform;
    setup.seeds = session.seeds;
    setup.anchorCount = session.anchorCount;
    setup.options = session.options;
    setup.options.seed = session.randomSeed;
    readScoring(session, setup);
    const Error misfit(
        ErrorCode::badSession,
        "The session refers to items that its data do not contain. The data may have changed since it was saved.");
    for (const SeedPair &seed : session.seeds) {
        if (!io::areItems({seed.x}, data.size(Side::x)) || !io::areItems({seed.y}, data.size(Side::y)))
            return misfit;
    }
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
        if (!io::runFits(session.runs[i], *data.pair.x, *data.pair.y))
            return misfit;
        const auto ofRun = transformOf(session.runs[i].transform, data, "/runs/" + std::to_string(i));
        if (!ofRun)
            return ofRun.error();
    }
    const auto areTested = [&](const io::SavedScores &scores) {
        return io::areItems(scores.stitching.testX, data.size(Side::x));
    };
    if (!areTested(session.scores) || !std::ranges::all_of(session.otherScores, areTested, &io::RunScores::scores))
        return misfit;
    if (session.chosenRun >= static_cast<int>(session.runs.size()) || !findSimilarity(session.similarity))
        return misfit;
    setup.run = runOf(session);
    setup.similarity = similarityOf(session);
    return setup;
}

} // namespace anchorscope::gui
