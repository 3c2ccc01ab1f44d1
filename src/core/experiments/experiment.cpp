// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/experiment.h"

#include <algorithm>

namespace anchorscope {

namespace {

RetrievalExperimentRow &rowOf(RetrievalExperiment &experiment, const std::string &method, Direction direction)
{
    RetrievalExperimentRow fresh;
    fresh.method = method;
    fresh.direction = direction;
    return rowFor(experiment.rows, fresh, [&](const RetrievalExperimentRow &row) {
        return row.method == method && row.direction == direction;
    });
}

void append(RetrievalExperimentRow &row, const RetrievalScores &scores)
{
    row.degenerate = scores.degenerate;
    row.exact = scores.exact;
    row.queries = scores.queries;
    row.jaccard.values.push_back(scores.jaccard.mean);
    row.mrr.values.push_back(scores.mrr.mean);
    row.mrrAtK.values.push_back(scores.mrrAtK.mean);
    row.cosine.values.push_back(scores.cosine.mean);
    row.pAt1.values.push_back(scores.pAt1.mean);
    row.pAt5.values.push_back(scores.pAt5.mean);
    row.pAt10.values.push_back(scores.pAt10.mean);
    if (scores.hubnessCorrected) {
        row.cslsMrr.values.push_back(scores.cslsMrr.mean);
        row.cslsPAt1.values.push_back(scores.cslsPAt1.mean);
    }
}

Status scoreRetrieval(RetrievalExperiment &experiment, const ProtocolInput &input, const ProtocolRun &run,
                      const ExperimentOptions &options, const RunContext &context)
{
    const RetrievalOptions retrieval = options.retrievalOf(run.seed, options.retrieval.hubnessCorrected);
    const auto all = representations();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto count = static_cast<double>(all.size());
        const RunContext part = context.part(static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
        const auto pair = encodeRun(all[i], input, run, *findSimilarity(options.protocol.similarity), part,
                                    options.protocol.similarityOptions);
        if (context.cancelled())
            return cancelledError();
        if (!pair)
            continue;
        RetrievalExperimentRow &xToY = rowOf(experiment, all[i].id, Direction::xToY);
        if (input.truth.empty()) {
            rowOf(experiment, all[i].id, Direction::yToX);
            continue;
        }
        const auto scores = retrieveBothWays(*pair, input.truth, retrieval, part);
        if (!scores)
            return scores.error();
        append(xToY, scores->xToY);
        append(rowOf(experiment, all[i].id, Direction::yToX), scores->yToX);
    }
    return Done{};
}

StitchExperimentRow &rowOf(StitchExperiment &experiment, const std::string &representation, char train, char test)
{
    StitchExperimentRow fresh;
    fresh.representation = representation;
    fresh.trainSpace = train;
    fresh.testSpace = test;
    fresh.possible = false;
    return rowFor(experiment.rows, fresh, [&](const StitchExperimentRow &row) {
        return row.representation == representation && row.trainSpace == train && row.testSpace == test;
    });
}

void append(StitchExperimentRow &row, const ClassificationScores &scores)
{
    if (!row.possible)
        row.confusion = scores.confusion;
    row.possible = true;
    row.accuracy.values.push_back(scores.accuracy);
    row.weightedF1.values.push_back(scores.weightedF1);
    row.macroF1.values.push_back(scores.macroF1);
    row.mae.values.push_back(scores.mae);
}

Status scoreStitching(StitchExperiment &experiment, const ItemTable &items, const ProtocolInput &input,
                      const ProtocolRun &run, const ExperimentOptions &options, const RunContext &context)
{
    const StitchOptions stitching = options.stitchingOf(run.seed);
    const auto split = splitForStitching(items, input.truth, stitching);
    if (!split)
        return split.error();
    experiment.classes = split->classes;
    experiment.trainItems = static_cast<Index>(split->trainX.size());
    experiment.testItems = static_cast<Index>(split->testX.size());
    const auto all = representations();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto count = static_cast<double>(all.size());
        const RunContext part = context.part(static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
        for (const auto &[train, test] : {std::pair('x', 'x'), {'x', 'y'}, {'y', 'y'}, {'y', 'x'}})
            rowOf(experiment, all[i].id, train, test);
        const auto pair = encodeRun(all[i], input, run, *findSimilarity(options.protocol.similarity), part,
                                    options.protocol.similarityOptions);
        if (context.cancelled())
            return cancelledError();
        if (!pair)
            continue;
        const auto stitched = stitch(*pair, input.truth, *split, stitching, part);
        if (!stitched)
            return stitched.error();
        for (const StitchScores &cell : stitched->cells)
            append(rowOf(experiment, all[i].id, cell.trainSpace, cell.testSpace), cell.scores);
    }
    return Done{};
}

} // namespace

Status ExperimentOptions::validate() const
{
    if (repeats < 1)
        return Error(ErrorCode::wrongUsage, "Expected at least 1 repeat, found " + std::to_string(repeats) + ".");
    return protocol.validate();
}

RetrievalOptions ExperimentOptions::retrievalOf(std::uint64_t seed, bool hubnessCorrected) const
{
    RetrievalOptions options = retrieval;
    options.seed = seed;
    options.perItem = false;
    options.hubnessCorrected = hubnessCorrected;
    return options;
}

StitchOptions ExperimentOptions::stitchingOf(std::uint64_t seed) const
{
    StitchOptions options = stitching;
    options.seed = options.headOptions.seed = seed;
    return options;
}

void useStitchingDefaults(OptimizeOptions &options)
{
    if (options.method != "adam")
        return;
    options.iterations = 125;
    options.learningRate = 0.05;
}

ExperimentSpaces::ExperimentSpaces(const EmbeddingSet &setX, const EmbeddingSet &setY, const ExperimentOptions &options,
                                   const RunContext &context)
    : x(prepare(setX.vectors, options.protocol.centering, context)),
      y(prepare(setY.vectors, options.protocol.centering, context))
{
    for (const auto &bank : options.furtherBanks)
        furtherBanks.push_back(prepare(bank->vectors, options.protocol.centering, context));
}

ProtocolInput ExperimentSpaces::input(const Correspondence &truth) const
{
    ProtocolInput result{x, y, truth};
    for (const PreparedSpace &bank : furtherBanks)
        result.furtherBanks.push_back(&bank);
    return result;
}

Result<RetrievalExperiment> runRetrievalExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                   const Correspondence &pairing, const ExperimentOptions &options,
                                                   const RunContext &context, Resume<RetrievalExperiment> resume)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    if (const Status valid = options.retrieval.validate(std::min(x.size(), y.size())); !valid)
        return valid.error();
    const ExperimentSpaces spaces(x, y, options, context);
    return scoreRuns(std::move(resume), spaces.input(pairing), options, context,
                     [&](RetrievalExperiment &experiment, const ProtocolInput &input, const ProtocolRun &run,
                         const RunContext &part) { return scoreRetrieval(experiment, input, run, options, part); });
}

Result<StitchExperiment> runStitchExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                             const Correspondence &pairing, const ExperimentOptions &options,
                                             const RunContext &context, Resume<StitchExperiment> resume)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const ItemTable items = labelledItems(x, y, pairing);
    // Before anything is optimised: whether there is something to train on.
    if (const auto split = splitForStitching(items, pairing, options.stitching); !split)
        return split.error();
    const ExperimentSpaces spaces(x, y, options, context);
    return scoreRuns(
        std::move(resume), spaces.input(pairing), options, context,
        [&](StitchExperiment &experiment, const ProtocolInput &input, const ProtocolRun &run, const RunContext &part) {
            return scoreStitching(experiment, items, input, run, options, part);
        });
}

} // namespace anchorscope
