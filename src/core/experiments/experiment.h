// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/dictionary.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/scores.h"
#include "core/evaluate/stitching.h"
#include "core/experiments/protocol.h"
#include "core/repeat.h"

namespace anchorscope {

/// Options of all experiments, which follow the protocol of the paper AO (A.2): each repeat samples anchors and seeds
/// from the paired items by its random seed, shuffles Y, runs the optimizer, and restores the order for scoring.
struct ExperimentOptions
{
    ProtocolOptions protocol;
    int repeats = 5;
    std::uint64_t firstSeed = 0;
    RetrievalOptions retrieval;
    StitchOptions stitching;
    MethodChoice methods;
    LearningChoice learning;
    /// Items of X with labels or a split from the user's files; null: labels and split of the opened data.
    std::shared_ptr<const ItemTable> itemsOfX;
    /// Items that serve as anchors only: neither queries nor candidates, and excluded from the means of the spaces.
    std::vector<ItemIndex> anchorOnlyOfX = {}, anchorOnlyOfY = {};
    /// Word pairs that the retrieval experiment scores.
    std::vector<DictionaryEntry> dictionary = {};
    /// Items with several partners in the other space, which the retrieval experiment scores instead of the pairs.
    std::vector<DictionaryEntry> partnersInY = {}, partnersInX = {};
    /// Further spaces with the same items as X and Y, on which learned anchors are also trained.
    std::vector<std::shared_ptr<const EmbeddingSet>> additionalBanks;
    /// Callback when both spaces are prepared (retrieval, stitching). It can free X and Y, which are not read any more.
    std::function<void()> onPrepared = {};
    Status validate() const;
    /// Like validate(), for experiments without runs: a similarity that a run must learn is an error as well.
    Status validateWithoutRuns() const;
    RetrievalOptions retrievalOf(std::uint64_t seed, bool hubnessCorrected = false) const;
    ItemTable labelled(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing) const;
    PreparedSpace prepared(const EmbeddingSet &set, Side side, const RunContext &context) const;
    /// Pairs to score, without those of `anchors` (items of X) unless anchors are scored.
    Correspondence scored(const Correspondence &pairing, const std::vector<ItemIndex> &anchors) const;
    LearningChoice learningOf(std::uint64_t seed) const;
    StitchOptions stitchingOf(std::uint64_t seed) const;
};

template <> std::span<const Field<ExperimentOptions>> fields();

/// Items of X with their labels, or if X has none, with the labels of their partners.
ItemTable labelledItems(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing);

/// Number of anchors to sample: `requested`, or half of the items if otherwise none would be left to score.
Index anchorsAmong(Index items, Index requested);

/// Default number of parallel items that learned anchors are mixtures of; lower if the data have fewer (paper PARAM).
inline constexpr Index manyParallelItems = 1000;

struct ExperimentSpaces
{
    PreparedSpace x, y;
    std::vector<PreparedSpace> additionalBanks;

    ExperimentSpaces(PreparedSpace preparedX, PreparedSpace preparedY)
        : x(std::move(preparedX)), y(std::move(preparedY))
    {
    }
    ExperimentSpaces(const EmbeddingSet &setX, const EmbeddingSet &setY, const ExperimentOptions &options,
                     const RunContext &context);
    /// Input of a run on the prepared spaces. It refers to this object and to `truth`, which must outlive it.
    ProtocolInput input(const Correspondence &truth) const;
    MethodPlan plan(const ExperimentOptions &options) const;
};

/// Items of X from which the representations of a run were computed and which retrieval does not score: the anchors,
/// and the parallel items that learned anchors are mixtures of.
std::vector<ItemIndex> usedItemsOfX(const ProtocolRun &run, const Correspondence &truth,
                                    const ExperimentOptions &options);

/// Returns a function that encodes both spaces after a run. The arguments must outlive the function.
Encoding encodingOf(const ProtocolInput &input, const ProtocolRun &run, const ExperimentOptions &options);

/// Runs the protocol for each random seed and calls score(experiment, input, run, context) after each run. Without
/// `anchors`, nothing is sampled or optimized, and score() gets an empty run.
template <class Experiment, class Score>
Result<Experiment> scoreRuns(Resume<Experiment> resume, const ProtocolInput &input, const ExperimentOptions &options,
                             bool anchors, const RunContext &context, const Score &score)
{
    constexpr double optimizing = 0.7; // share of a repeat's time that the run takes, approximately
    std::optional<SpanReduction> spans;
    if (anchors && !options.protocol.existingRun)
        spans.emplace(input.x, input.y, context);
    ProtocolInput ofRuns = input;
    ofRuns.spans = spans ? &*spans : nullptr;
    const auto repeat = [&](Experiment &experiment, std::uint64_t seed, const RunContext &part) -> Status {
        if (!anchors)
            return score(experiment, input, ProtocolRun{seed, Side::y, {}, {}}, part);
        auto run = runProtocol(ofRuns, options.protocol, seed, part.part(0, optimizing));
        if (!run)
            return run.error();
        if (context.cancelled())
            return cancelledError();
        if (const Status scored = score(experiment, input, *run, part.part(optimizing, 1)); !scored)
            return scored;
        experiment.runs.push_back(std::move(*run));
        return Done{};
    };
    return runRepeats(std::move(resume), options.repeats, options.firstSeed, context, repeat);
}

} // namespace anchorscope
