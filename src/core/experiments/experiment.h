// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/dictionary.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/scores.h"
#include "core/evaluate/stitching.h"
#include "core/experiments/protocol.h"
#include "core/repeat.h"

namespace anchorscope {

/// Options of the protocol of AO A.2. Each repeat draws anchors and seeds from the paired items by its random seed,
/// shuffles Y, runs, and unshuffles only to score.
struct ExperimentOptions
{
    ProtocolOptions protocol;
    int repeats = 5;
    std::uint64_t firstSeed = 0;
    RetrievalOptions retrieval;                ///< random seed set by each run
    StitchOptions stitching;                   ///< random seed set by each run
    MethodChoice methods;                      ///< ids of the representations to measure, which are rows of the tables
    LearningChoice learning;                   ///< options of learned anchors
    std::shared_ptr<const ItemTable> itemsOfX; ///< labels or a split from the user's files; null: those of the data
    /// Items that are used as anchors only: they are not queries or candidates and do not count in the spaces' means.
    std::vector<ItemIndex> anchorOnlyOfX = {}, anchorOnlyOfY = {};
    std::vector<DictionaryEntry> dictionary = {}; ///< word pairs scored in the retrieval experiment
    /// Items with several partners, in both directions, which the retrieval experiment scores in place of the pairs.
    std::vector<DictionaryEntry> partnersInY = {}, partnersInX = {};
    /// Further spaces of the same items as X and Y, from which learned anchors also learn.
    std::vector<std::shared_ptr<const EmbeddingSet>> additionalBanks;
    /// Called by the retrieval and stitching experiments when both spaces are prepared. X and Y are not read
    /// afterwards, so their owner may free them.
    std::function<void()> onPrepared = {};
    Status validate() const;
    /// Like validate(), for an experiment on true anchors, which has no runs that could learn a similarity.
    Status validateWithoutRuns() const;
    /// Options for scoring the run of this random seed, with means only.
    RetrievalOptions retrievalOf(std::uint64_t seed, bool hubnessCorrected = false) const;
    /// Items of X with the labels to use: itemsOfX, or those of labelledItems().
    ItemTable labelled(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing) const;
    /// Prepares a space for scoring. Its mean excludes items that are used as anchors only.
    PreparedSpace prepared(const EmbeddingSet &set, Side side, const RunContext &context) const;
    /// Pairs to score: unless anchors are scored, without those of the anchors (items of X).
    Correspondence scored(const Correspondence &pairing, const std::vector<ItemIndex> &anchors) const;
    /// Options for learning anchors in the run of this random seed.
    LearningChoice learningOf(std::uint64_t seed) const;
    /// Options for training the heads in the run of this random seed.
    StitchOptions stitchingOf(std::uint64_t seed) const;
};

template <> std::span<const Field<ExperimentOptions>> fields();

/// Items of X with their labels, or with their partners' labels if X has none.
ItemTable labelledItems(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing);

/// Number of anchors to draw: the requested one, or half of the items if no others would be left to score.
Index anchorsAmong(Index items, Index requested);

/// The spaces of an experiment, prepared alike.
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
    /// Input of the representations. The result refers to this object and to `truth`.
    ProtocolInput input(const Correspondence &truth) const;
    /// Representations to measure for both spaces, with notes.
    MethodPlan plan(const ExperimentOptions &options) const;
};

/// Encodes both spaces after a run of the protocol. The result refers to the arguments.
Encoding encodingOf(const ProtocolInput &input, const ProtocolRun &run, const ExperimentOptions &options);

/// Runs the protocol for each random seed and scores each run by score(experiment, input, run, part of the context).
/// Without `anchors` nothing is drawn or run, and score() gets an empty run.
template <class Experiment, class Score>
Result<Experiment> scoreRuns(Resume<Experiment> resume, const ProtocolInput &input, const ExperimentOptions &options,
                             bool anchors, const RunContext &context, const Score &score)
{
    constexpr double optimizing = 0.7; // approximate share of a repeat's time
    const auto repeat = [&](Experiment &experiment, std::uint64_t seed, const RunContext &part) -> Status {
        if (!anchors)
            return score(experiment, input, ProtocolRun{seed, Side::y, {}, {}}, part);
        auto run = runProtocol(input, options.protocol, seed, part.part(0, optimizing));
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
