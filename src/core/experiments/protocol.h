// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/data/anchorset.h"
#include "core/data/items.h"
#include "core/data/side.h"
#include "core/evaluate/representation.h"

namespace anchorscope {

template <class Visitor> void describe(Visitor &visit, IterationStats &stats)
{
    forEachIterationField([&](const char *name, auto member) { visit(name, stats.*member); });
}

template <class Visitor> void describe(Visitor &visit, StartSummary &start)
{
    visit("iterations", start.iterations)("loss", start.loss)("won", start.won)("converged", start.converged);
    visit("right", start.correct);
}

template <class Visitor> void describe(Visitor &visit, HintSummary &hint)
{
    visit("weight", hint.weight)("removed", hint.removed)("agreeing", hint.agreeing)("by_chance", hint.byChance);
    visit("without", hint.without)("with", hint.with)("right", hint.correct);
}

/// Result of one run. Row numbers are those of the spaces before shuffling.
struct ProtocolRun
{
    std::uint64_t seed = 0;
    Side side = Side::y; ///< side that was optimized; if it is X, X and Y are exchanged in `anchors` and `summary`
    AnchorSet anchors;
    OptimizeSummary summary;
};

template <class Visitor> void describe(Visitor &visit, ProtocolRun &run)
{
    // Describes the members that reports need; the anchors are not stored.
    OptimizeSummary &summary = run.summary;
    visit("seed", run.seed)("side", run.side)("termination", summary.termination)("method", summary.methodUsed);
    visit("message", summary.message)("history", summary.history)("loss", summary.loss)("right", summary.correct);
    visit("start", summary.start)("starts", summary.starts)("hint", summary.hint)("seconds", summary.seconds);
}

/// Options for choosing and finding anchors in one run (AO A.2).
struct ProtocolOptions
{
    Index anchors = 300;
    Index seeds = 15;                ///< number of seeds drawn from the known pairs
    std::vector<SeedPair> seedPairs; ///< seeds given by the user; if any, none are drawn
    /// Items of X to draw anchors from, in addition to the user's seeds; empty: all paired items.
    std::vector<ItemIndex> pool = {};
    std::optional<ProtocolRun> existingRun; ///< result of an existing run; if set, nothing is drawn or optimized
    Centering centering = Centering::center;
    std::string similarity = "cosine";
    SimilarityOptions similarityOptions;
    bool orderedByFile = false;   ///< true if the files are sorted by reliability, e.g. by the frequency of words
    Side optimizedSide = Side::y; ///< side whose anchors are found, given those of the other
    OptimizeOptions optimize;     ///< random seed set by each run
    /// Hint columns named by OptimizeOptions::hints, for the spaces before shuffling (readHints). Null: none.
    std::shared_ptr<const Hints> hints = {};
    EarlierMatches earlier = {}; ///< for the spaces before shuffling, with the optimized side as Y
    Status validate() const;
};

template <> std::span<const Field<ProtocolOptions>> fields();

/// True if runs with these options learn a CanonicalMetric.
bool learnsMetric(const ProtocolOptions &options);
/// Error "wrong-usage" if the similarity is a learned one that runs with these options do not learn.
Status checkSimilarity(const ProtocolOptions &options);

/// The two spaces, prepared alike, and their pairing, which is used only to draw seeds and to score.
struct ProtocolInput
{
    const PreparedSpace &x;
    const PreparedSpace &y;
    const Correspondence &truth;
    std::vector<const PreparedSpace *> additionalBanks = {}; ///< further spaces, as in RepresentationInput
    /// If set, this space is shuffled in place and restored after the run, which saves a copy. It must not be read
    /// elsewhere during the run. Null: a shuffled copy is used.
    PreparedSpace *shuffledInPlace = nullptr;
};

/// The anchors of a run as items of X. If X was optimized, these are the true partners of Y's anchors.
std::vector<ItemIndex> anchorsOfX(const ProtocolRun &run, const Correspondence &truth);

/// Draws the anchors and seeds of the run of this random seed, never items without a direction. Errors as of
/// runProtocol().
Result<AnchorSet> drawRunAnchors(const Correspondence &truth, const ProtocolOptions &options, std::uint64_t seed,
                                 const EmptyItems &empty);

/// Runs one repeat: draws anchors and seeds by the random seed, shuffles the rows of Y (of X if X is optimized),
/// optimizes, and restores the rows. Neither the anchors completed from given seed pairs nor the shuffle depend on the
/// truth, so a run from the same seed pairs is identical bit for bit whether or not the truth is known. `onIteration`
/// gets the shuffled rows. Errors: "too-few-items", "too-few-pairs", "too-many-seeds", "wrong-usage" and those of
/// optimize(); a cancelled run returns a summary with this termination.
Result<ProtocolRun> runProtocol(const ProtocolInput &input, const ProtocolOptions &options, std::uint64_t seed,
                                const RunContext &context = {}, const IterationCallback &onIteration = {});

/// Computes the verdict on a run (validatealignment.h), for the spaces before shuffling. None if cancelled, stopped or
/// out of time.
std::optional<Verdict> validateRun(const ProtocolInput &input, const ProtocolOptions &options, const ProtocolRun &run,
                                   const RunContext &context = {});

/// Flags the matches of a run of the canonical path that are found again without their own pair (crossvalidation.h).
/// `mutual` is the run's correspondence, with noItem for matches that are not mutual. None if cancelled.
std::optional<std::vector<bool>> confirmRun(const ProtocolInput &input, const ProtocolRun &run,
                                            const std::vector<ItemIndex> &mutual, const RunContext &context = {});

/// Encodes both spaces in one of the representations() of a run, X first whichever side was optimized. None if not
/// possible.
std::optional<RepresentationPair> encodeRun(const Representation &representation, const ProtocolInput &input,
                                            const ProtocolRun &run, const Similarity &similarity,
                                            const RunContext &context = {}, const SimilarityOptions &options = {},
                                            const LearningChoice &learning = {});

} // namespace anchorscope
