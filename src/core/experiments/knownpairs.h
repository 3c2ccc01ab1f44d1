// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

template <class Visitor> void describe(Visitor &visit, ShareEstimate &share)
{
    visit("value", share.value)("low", share.low)("high", share.high);
}

/// Fewer known pairs give no curve.
inline constexpr Index fewestKnownPairs = 8;

/// How many known pairs are worth collecting: the engine is given some of them and looked at by the others.
struct KnownPairsOptions
{
    /// Read: repeats (draws of each count), firstSeed; of the protocol seedPairs, centering, orderedByFile, and of its
    /// optimizer method (auto or canonical) and start.
    ExperimentOptions base;
    Index pairs = 0;           ///< that count as known; 0: all seedPairs, else min(1 000, half) of the paired items
    std::vector<Index> counts; ///< given to the engine; empty: 3, 5, 10, 20, 50, … up to four fifths of the known pairs
    Status validate() const;
};

/// What the engine finds when it is given so many known pairs.
struct KnownPairsPoint
{
    Index pairs = 0;     ///< given to the engine
    Index leftOut = 0;   ///< known pairs that were looked up, in all draws together
    Repeated found;      ///< share of them whose partner is the hubness-corrected nearest; mean of both directions
    Repeated mrr;        ///< by cosine of canonical coordinates, among all items; mean of both directions
    Repeated seconds;    ///< of the engine
    ShareEstimate share; ///< mean of `found` with its 95 % interval
};

template <class Visitor> void describe(Visitor &visit, KnownPairsPoint &point)
{
    visit("pairs", point.pairs)("left_out", point.leftOut)("found", point.found)("mrr", point.mrr);
    visit("seconds", point.seconds)("share", point.share);
}
/// What the curve would reach, by its continuation; not measured.
struct ExtrapolatedPoint
{
    Index pairs = 0;
    ShareEstimate share;
};

template <class Visitor> void describe(Visitor &visit, ExtrapolatedPoint &point)
{
    visit("pairs", point.pairs)("share", point.share);
}
struct KnownPairsExperiment
{
    Index knownPairs = 0;
    std::vector<KnownPairsPoint> points;         ///< by rising count
    std::vector<ExtrapolatedPoint> extrapolated; ///< twice and four times the last count; empty: not possible
    int repeats = 0;                             ///< that were measured
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, KnownPairsExperiment &experiment)
{
    visit("known_pairs", experiment.knownPairs)("points", experiment.points);
    visit("extrapolated", experiment.extrapolated)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

/// Of the pairing only the known pairs are read. In each draw they are brought into an order; each count takes the
/// first ones of it. The engine runs on at most 5 000 items of each space (crossvalidation.h) and its maps are applied
/// to all (of more than maxItemsOfPath items to those that a run would walk on), among which the left-out pairs are
/// looked up. Errors: "wrong-usage", "too-few-pairs", "cancelled", those of OptimizeInput.
Result<KnownPairsExperiment> runKnownPairsExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                     const Correspondence &pairing, const KnownPairsOptions &options,
                                                     const RunContext &context = {},
                                                     Resume<KnownPairsExperiment> resume = {});

/// What was found and what to do next, in words.
std::string knownPairsSentence(const KnownPairsExperiment &experiment);

/// A line for each count, those of the continuation last.
ResultTable resultTable(const KnownPairsExperiment &experiment);

template <> std::span<const Field<KnownPairsOptions>> fields();
Experiment knownPairsEntry();

} // namespace anchorscope
