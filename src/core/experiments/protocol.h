// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/data/anchorset.h"
#include "core/data/items.h"
#include "core/data/side.h"
#include "core/evaluate/representation.h"
#include "core/optimizers/hintsuggestions.h"
#include "core/optimizers/spanreduction.h"

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

/// Result of one run of the protocol. Row numbers are those before the spaces were shuffled.
struct ProtocolRun
{
    std::uint64_t seed = 0;
    /// Side whose anchors were found; if it is X, X and Y have exchanged roles in `anchors` and `summary`.
    Side side = Side::y;
    AnchorSet anchors;
    OptimizeSummary summary;
};

template <class Visitor> void describe(Visitor &visit, ProtocolRun &run)
{
    // Reports contain these members; the anchors are not stored.
    OptimizeSummary &summary = run.summary;
    visit("seed", run.seed)("side", run.side)("termination", summary.termination)("method", summary.methodUsed);
    visit("message", summary.message)("history", summary.history)("loss", summary.loss)("right", summary.correct);
    visit("start", summary.start)("starts", summary.starts)("hint", summary.hint)("seconds", summary.seconds);
}

/// Options for choosing and finding the anchors of one run of the protocol (paper AO, A.2).
struct ProtocolOptions
{
    Index anchors = 300;
    Index seeds = 15;
    /// Seeds given by the user; if not empty, no seeds are sampled.
    std::vector<SeedPair> seedPairs;
    /// Items of X from which anchors are sampled, in addition to the user's seeds; empty: all paired items.
    std::vector<ItemIndex> pool = {};
    std::optional<ProtocolRun> existingRun; ///< result of an existing run; if set, nothing is sampled or optimized
    Centering centering = Centering::center;
    std::string similarity = "cosine";
    SimilarityOptions similarityOptions;
    /// Whether the items in the files are sorted by reliability, e.g. words by frequency.
    bool orderedByFile = false;
    /// Side whose anchors the optimizer finds.
    Side optimizedSide = Side::y;
    OptimizeOptions optimize;
    /// Values of the columns named in optimize.hints (readHintsOf()), items in the order before shuffling; null: none.
    std::shared_ptr<const Hints> hints = {};
    /// Matches from which the optimizer continues, with items in the order before shuffling; Y is the optimized side.
    EarlierMatches earlier = {};
    Status validate() const;
};

template <> std::span<const Field<ProtocolOptions>> fields();

bool learnsMetric(const ProtocolOptions &options);
/// Returns the error "wrong-usage" if the similarity must be learned and runs with these options do not learn it.
Status checkSimilarity(const ProtocolOptions &options);

/// Spaces prepared in the same way, and their pairing, which is used only to sample seeds and to score.
struct ProtocolInput
{
    const PreparedSpace &x;
    const PreparedSpace &y;
    const Correspondence &truth;
    /// Further spaces of the same items, as in RepresentationInput.
    std::vector<const PreparedSpace *> additionalBanks = {};
    /// Optimized space, to be shuffled in place; must not be read elsewhere during the run. Null: a copy is shuffled.
    PreparedSpace *shuffledInPlace = nullptr;
    /// Spans of x and y, for several runs or a run and its verdict. Null: each computes them.
    const SpanReduction *spans = nullptr;
};

/// Items of X that are the anchors of a run; if X was optimized, the partners of the anchors of Y.
std::vector<ItemIndex> anchorsOfX(const ProtocolRun &run, const Correspondence &truth);

/// Samples the anchors and seeds of a run; items with a zero vector are excluded. Errors of runProtocol().
Result<AnchorSet> drawRunAnchors(const Correspondence &truth, const ProtocolOptions &options, std::uint64_t seed,
                                 const EmptyItems &empty);

/// Runs one repeat of the protocol: samples anchors and seeds, shuffles the optimized side, optimizes, and restores the
/// order. `onIteration` gets shuffled rows. If the user gives seeds, ground truth affects neither the sampling nor the
/// shuffle, so results with and without ground truth have the same bits. Errors: "too-few-items", "too-few-pairs",
/// "too-many-seeds", "wrong-usage" and those of optimize(). If cancelled, the summary contains Termination::cancelled.
Result<ProtocolRun> runProtocol(const ProtocolInput &input, const ProtocolOptions &options, std::uint64_t seed,
                                const RunContext &context = {}, const IterationCallback &onIteration = {});

/// Computes the verdict on a run (validatealignment.h). Returns nullopt if cancelled, stopped or out of time.
std::optional<Verdict> validateRun(const ProtocolInput &input, const ProtocolOptions &options, const ProtocolRun &run,
                                   const RunContext &context = {});

/// Determines for each match of a run of the canonical path whether maps fitted without this match find it again
/// (crossvalidation.h). `mutual`: matches of the run; noItem if a match is not mutual. Nullopt if cancelled.
std::optional<std::vector<bool>> confirmRun(const ProtocolInput &input, const ProtocolRun &run,
                                            const std::vector<ItemIndex> &mutual, const RunContext &context = {});

/// Encodes both spaces in one of the representations() after a run, X first. Nullopt if this is not possible.
std::optional<RepresentationPair> encodeRun(const Representation &representation, const ProtocolInput &input,
                                            const ProtocolRun &run, const Similarity &similarity,
                                            const RunContext &context = {}, const SimilarityOptions &options = {},
                                            const LearningChoice &learning = {});

/// Reads the columns in options.optimize.hints into options.hints. Appends remarks to `notes`. Errors of readHint().
Status readHintsOf(const ItemTable &x, const ItemTable &y, ProtocolOptions &options, std::vector<std::string> &notes);

/// Estimates how much each column that both spaces have would help as a hint (suggestHints()). The known pairs are
/// those that a run samples. Errors: those of drawRunAnchors(), "cancelled", "wrong-usage" without a common column.
Result<std::vector<HintSuggestion>> suggestHints(const ProtocolInput &input, const ItemTable &x, const ItemTable &y,
                                                 const ProtocolOptions &options, std::uint64_t seed,
                                                 const RunContext &context = {});

} // namespace anchorscope
