// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/learnedanchors.h"

#include "core/random.h"

#include <algorithm>
#include <mutex>

namespace anchorscope {

namespace {

/// What every repeat is measured with.
struct LearningInput
{
    const ProtocolInput &spaces;
    const ItemTable &items;
    const LearningOptions &options;
};

LearningRow &rowOf(LearningExperiment &experiment, const std::string &method, Direction direction)
{
    return rowFor(experiment.rows, LearningRow{method, direction, {}, {}},
                  [&](const LearningRow &row) { return row.method == method && row.direction == direction; });
}

/// The items that anchors are made of are neither asked for nor tested on.
Status score(LearningExperiment &experiment, const RepresentationPair &pair, const std::vector<ItemIndex> &anchored,
             const LearningInput &input, std::uint64_t seed, const RunContext &context)
{
    const RetrievalOptions retrieval = input.options.base.retrievalOf(seed).leavingOut(anchored);
    const auto scores = retrieveBothWays(pair, input.spaces.truth, retrieval, context.part(0, 0.5));
    if (!scores)
        return scores.error();
    LearningRow &xToY = rowOf(experiment, pair.method, Direction::xToY);
    xToY.mrr.add(scores->xToY.mrr.mean);
    rowOf(experiment, pair.method, Direction::yToX).mrr.add(scores->yToX.mrr.mean);
    const StitchOptions stitching = input.options.base.stitchingOf(seed);
    const auto split = splitForStitching(input.items, input.spaces.truth, stitching, anchored);
    if (!split)
        return Done{}; // no labels: no accuracy
    const auto stitched = stitch(pair, input.spaces.truth, *split, stitching, context.part(0.5, 1));
    if (!stitched)
        return stitched.error();
    for (const StitchScores &cell : stitched->cells) {
        if (cell.trainSpace != cell.testSpace)
            rowOf(experiment, pair.method, cell.trainSpace == Side::x ? Direction::xToY : Direction::yToX)
                .accuracy.add(cell.scores.accuracy);
    }
    return Done{};
}

/// Learns and draws in the repeat of this seed. The first repeat keeps its steps.
Status measure(LearningExperiment &experiment, const LearningInput &input, std::uint64_t seed,
               const LearningObserver &onStep, const RunContext &context)
{
    const ProtocolOptions &protocol = input.options.base.protocol;
    const auto paired = input.spaces.truth.pairedItemsOfX();
    Random random(seed);
    const AnchorSet subset{
        random.sample(paired, std::min(input.options.subset, input.spaces.truth.pairs())), {}, {}, {}};
    LearnedAnchorsOptions learning = input.options.learning;
    learning.anchors = protocol.anchors;
    learning.seed = seed;
    learning.similarity = protocol.similarityOptions;
    const bool first = experiment.curves.empty();
    if (first)
        experiment.curves = {{Side::x, {}}, {Side::y, {}}};
    std::mutex mutex; // both spaces learn at the same time
    const auto keep = [&](Side tested, const LearnedAnchorsStep &step) {
        if (!first)
            return;
        const std::lock_guard lock(mutex);
        experiment.curves[tested == Side::x ? 0 : 1].steps.push_back(step);
        if (onStep)
            onStep(tested, step);
    };
    const Similarity &similarity = *findSimilarity(protocol.similarity);
    const auto &[x, y, truth, furtherBanks] = input.spaces;
    const auto learned =
        learnedRepresentation({x, y, subset, truth, similarity, protocol.similarityOptions, furtherBanks}, learning,
                              context.part(0, 0.7), keep);
    if (!learned)
        return context.cancelled()
                   ? cancelledError()
                   : Error(ErrorCode::tooFewPairs, "Expected at least 2 pairs and 2 dimensions to learn anchors from.");
    if (const Status scored = score(experiment, *learned, subset.itemsOfX, input, seed, context.part(0.7, 0.85));
        !scored)
        return scored;
    const AnchorSet drawn{random.sample(paired, std::min(protocol.anchors, truth.pairs())), {}, {}, {}};
    const auto plain =
        representations().front().encode({x, y, drawn, truth, similarity, protocol.similarityOptions}, context);
    return plain ? score(experiment, *plain, drawn.itemsOfX, input, seed, context.part(0.85, 1))
                 : Status(cancelledError());
}

} // namespace

Status LearningOptions::validate() const
{
    if (subset < 2)
        return Error(ErrorCode::wrongUsage, "Expected at least 2 parallel items to learn anchors from.");
    if (const Status valid = learning.validate(); !valid)
        return valid;
    return base.validateWithoutRuns();
}

Result<LearningExperiment> runLearningExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                 const Correspondence &pairing, const LearningOptions &options,
                                                 const RunContext &context, Resume<LearningExperiment> resume,
                                                 const LearningObserver &onStep)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const ExperimentSpaces spaces(x, y, options.base, context);
    const ProtocolInput prepared = spaces.input(pairing);
    const ItemTable items = labelledItems(x, y, pairing);
    const LearningInput input{prepared, items, options};
    return runRepeats(std::move(resume), options.base.repeats, options.base.firstSeed, context,
                      [&](LearningExperiment &experiment, std::uint64_t seed, const RunContext &part) {
                          return measure(experiment, input, seed, onStep, part);
                      });
}

} // namespace anchorscope
