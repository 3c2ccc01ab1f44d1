// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/dictionary.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/scores.h"
#include "core/evaluate/stitching.h"
#include "core/experiments/protocol.h"
#include "core/repeat.h"

namespace anchorscope {

/// The protocol of AO A.2: for each seed draw anchors and seeds from the paired items, shuffle Y by that seed, run,
/// unshuffle only to score.
struct ExperimentOptions
{
    ProtocolOptions protocol;
    int repeats = 5;
    std::uint64_t firstSeed = 0;
    RetrievalOptions retrieval;                ///< its seed is set by each run
    StitchOptions stitching;                   ///< its seed is set by each run
    MethodChoice methods;                      ///< the rows of the tables
    LearningChoice learning;                   ///< of learned anchors
    std::shared_ptr<const ItemTable> itemsOfX; ///< with labels or a split that a user brought; null: those of the data
    /// Items that are anchors and nothing else: no queries, no candidates, not in the spaces' means.
    std::vector<ItemIndex> anchorOnlyOfX = {}, anchorOnlyOfY = {};
    std::vector<DictionaryEntry> dictionary = {}; ///< scored by the experiment on retrieval, if any
    /// Further spaces of the very same items as X and Y: learned anchors learn from them too.
    std::vector<std::shared_ptr<const EmbeddingSet>> additionalBanks;
    /// Called by the experiments on retrieval and stitching when both spaces are prepared: X and Y are not looked at
    /// any more, and their owner may free them.
    std::function<void()> onPrepared = {};
    Status validate() const;
    /// The same for an experiment on true anchors, which has no runs that could learn a similarity.
    Status validateWithoutRuns() const;
    /// How the run of this seed is scored, by means alone.
    RetrievalOptions retrievalOf(std::uint64_t seed, bool hubnessCorrected = false) const;
    /// The items of X with the labels that are used.
    ItemTable labelled(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing) const;
    /// A space prepared by those of its items that are not anchors only.
    PreparedSpace prepared(const EmbeddingSet &set, Side side, const RunContext &context) const;
    /// The pairs that are scored: those of no anchor (items of X), unless anchors are scored.
    Correspondence scored(const Correspondence &pairing, const std::vector<ItemIndex> &anchors) const;
    /// How anchors are learned in the run of this seed.
    LearningChoice learningOf(std::uint64_t seed) const;
    /// How the heads of the run of this seed are trained.
    StitchOptions stitchingOf(std::uint64_t seed) const;
};

template <> std::span<const Field<ExperimentOptions>> fields();

/// X's items, with their partners' labels where X has none of its own.
ItemTable labelledItems(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing);

/// As many anchors as requested, or half of the items if all of them would be anchors: the others are scored.
Index anchorsAmong(Index items, Index requested);

/// All rows but some.
std::vector<ItemIndex> itemsBut(Index items, const std::vector<ItemIndex> &some);

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
    /// Refers to this object and to the truth.
    ProtocolInput input(const Correspondence &truth) const;
    /// What is measured of these spaces.
    MethodPlan plan(const ExperimentOptions &options) const;
};

/// The spaces as a run of the protocol left them; refers to its arguments.
Encoding encodingOf(const ProtocolInput &input, const ProtocolRun &run, const ExperimentOptions &options);

/// Runs every seed by the protocol and scores each run, score(experiment, input, run, part of the context).
template <class Experiment, class Score>
Result<Experiment> scoreRuns(Resume<Experiment> resume, const ProtocolInput &input, const ExperimentOptions &options,
                             const RunContext &context, const Score &score)
{
    constexpr double optimizing = 0.7; // of a repeat's time, roughly
    const auto repeat = [&](Experiment &experiment, std::uint64_t seed, const RunContext &part) -> Status {
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
