// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/anchorset.h"
#include "core/data/side.h"
#include "core/evaluate/representation.h"
#include "core/optimize/optimizer.h"

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

/// One run. Row numbers are those of the spaces as they were given.
struct ProtocolRun
{
    std::uint64_t seed = 0;
    Side side = Side::y; ///< whose anchors were found; if X's, X and Y are exchanged in `anchors` and `summary`
    AnchorSet anchors;
    OptimizeSummary summary;
};

template <class Visitor> void describe(Visitor &visit, ProtocolRun &run)
{
    // What reports say of a run; its anchors are not needed again.
    OptimizeSummary &summary = run.summary;
    visit("seed", run.seed)("side", run.side)("termination", summary.termination)("method", summary.methodUsed);
    visit("message", summary.message)("history", summary.history)("loss", summary.loss)("right", summary.correct);
    visit("start", summary.start)("starts", summary.starts)("hint", summary.hint)("seconds", summary.seconds);
}

/// How anchors are chosen and found in one run (AO A.2).
struct ProtocolOptions
{
    Index anchors = 300;
    Index seeds = 15;                ///< drawn from the known pairs
    std::vector<SeedPair> seedPairs; ///< seeds that a user knows; if any, none is drawn
    /// Items of X that anchors are drawn from, beside seeds that a user knows; empty: all that are paired.
    std::vector<ItemIndex> pool = {};
    std::optional<ProtocolRun> given; ///< a run of before; if any, nothing is drawn or optimised
    Centering centering = Centering::center;
    std::string similarity = "cosine";
    SimilarityOptions similarityOptions;
    bool orderedByFile = false;   ///< the first items of both files are the more reliable ones, e.g. frequent words
    Side optimizedSide = Side::y; ///< whose anchors are found from the other's
    OptimizeOptions optimize;     ///< its seed is set by each run
    /// Of the spaces as they are given: what OptimizeOptions::hints names (readHints). Null: none.
    std::shared_ptr<const Hints> hints = {};
    Status validate() const;
};

template <> std::span<const Field<ProtocolOptions>> fields();

/// Whether its runs end with a CanonicalMetric.
bool learnsMetric(const ProtocolOptions &options);
/// A learned similarity is asked for only where the runs learn it, which matters to who scores them.
Status checkSimilarity(const ProtocolOptions &options);

/// The two spaces, prepared alike, and what is known of their pairing: it is used to draw seeds and to score.
struct ProtocolInput
{
    const PreparedSpace &x;
    const PreparedSpace &y;
    const Correspondence &truth;
    std::vector<const PreparedSpace *> additionalBanks = {}; ///< see RepresentationInput
    /// The space whose anchors are found, where nobody else reads it during a run: its rows are shuffled in place and
    /// put back in place of a shuffled copy beside it. Null: a copy.
    PreparedSpace *shuffledInPlace = nullptr;
};

/// The anchors of a run as items of X: where X's anchors were found, the true partners of Y's.
std::vector<ItemIndex> anchorsOfX(const ProtocolRun &run, const Correspondence &truth);

/// The anchors and seeds that a run of this seed draws. Errors as of runProtocol.
Result<AnchorSet> drawRunAnchors(const Correspondence &truth, const ProtocolOptions &options, std::uint64_t seed);

/// Draws anchors and seeds by the seed, shuffles the rows of Y by the seed (of X if its anchors are found), optimises,
/// and puts the rows back. Neither the anchors completed from given seed pairs nor the shuffle depend on the truth, so
/// a run from the same seed pairs is the same bit for bit whether the truth is known or not. `onIteration` sees the
/// shuffled rows. Errors: "too-few-items", "too-few-pairs", "too-many-seeds", "wrong-usage" and those of optimize(); a
/// cancelled run is a summary that says so.
Result<ProtocolRun> runProtocol(const ProtocolInput &input, const ProtocolOptions &options, std::uint64_t seed,
                                const RunContext &context = {}, const IterationCallback &onIteration = {});

/// Judges what a run found (validatealignment.h), on the spaces as they were given. None if cancelled, stopped or out
/// of time.
std::optional<Verdict> validateRun(const ProtocolInput &input, const ProtocolOptions &options, const ProtocolRun &run,
                                   const RunContext &context = {});

/// Which partners of a run of the canonical path are found again without their own pair (crossvalidation.h). `mutual`:
/// the run's correspondence, noItem where it is not mutual. None if cancelled.
std::optional<std::vector<bool>> confirmRun(const ProtocolInput &input, const ProtocolRun &run,
                                            const std::vector<ItemIndex> &mutual, const RunContext &context = {});

/// Both spaces in one of the representations() of a run, X first whatever side was optimised; none if not possible.
std::optional<RepresentationPair> encodeRun(const Representation &representation, const ProtocolInput &input,
                                            const ProtocolRun &run, const Similarity &similarity,
                                            const RunContext &context = {}, const SimilarityOptions &options = {},
                                            const LearningChoice &learning = {});

} // namespace anchorscope
