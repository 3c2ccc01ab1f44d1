// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

template <class Visitor> void describe(Visitor &visit, ShareEstimate &share)
{
    visit("value", share.value)("low", share.low)("high", share.high);
}

/// Minimum number of known pairs for a curve.
inline constexpr Index fewestKnownPairs = 8;

/// Measures how the matches improve with the number of known pairs: the method gets some of them and is tested on the
/// others.
struct KnownPairsOptions
{
    /// Options read: repeats (draws of each count), firstSeed; of the protocol seedPairs, centering and orderedByFile,
    /// and of its optimizer method (auto or canonical) and start.
    ExperimentOptions base;
    /// Number of known pairs; 0: all of seedPairs, or without these min(1 000, half) of the paired items.
    Index pairs = 0;
    /// Numbers of pairs given to the method; empty: 3, 5, 10, 20, 50, … up to four fifths of the known pairs.
    std::vector<Index> counts;
    Status validate() const;
};

/// Scores of the method with this number of known pairs.
struct KnownPairsPoint
{
    Index pairs = 0;     ///< number of known pairs given to the method
    Index heldOut = 0;   ///< held-out known pairs that were tested, each counted once over all draws
    RepeatedValue found; ///< share of held-out pairs whose partner is the CSLS match; mean of both directions
    RepeatedValue
        mrr; ///< mean MRR of held-out pairs in both directions, by cosine of canonical coordinates, among all items
    RepeatedValue seconds; ///< running time of the method
    ShareEstimate share;   ///< mean share found, with its 95 % interval
};

template <class Visitor> void describe(Visitor &visit, KnownPairsPoint &point)
{
    visit("pairs", point.pairs)("left_out", point.heldOut)("found", point.found)("mrr", point.mrr);
    visit("seconds", point.seconds)("share", point.share);
}
/// Extrapolated point of the curve; not measured.
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
    std::vector<KnownPairsPoint> points; ///< measured points of the curve, by rising number of pairs
    /// At twice and four times the last count; empty if extrapolation is not possible.
    std::vector<ExtrapolatedPoint> extrapolated;
    int repeats = 0; ///< number of completed repeats
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, KnownPairsExperiment &experiment)
{
    visit("known_pairs", experiment.knownPairs)("points", experiment.points);
    visit("extrapolated", experiment.extrapolated)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

/// Runs the experiment, which reads only the known pairs of the pairing. Each draw orders them at random, and each
/// count takes the first ones. The method is fitted on at most 5 000 items of each space (crossvalidation.h). Its maps
/// are applied to all items (above maxItemsOfPath, to those that a run would use), among which the held-out pairs are
/// looked up. Errors: "wrong-usage", "too-few-pairs", "cancelled", those of OptimizeInput.
Result<KnownPairsExperiment> runKnownPairsExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                     const Correspondence &pairing, const KnownPairsOptions &options,
                                                     const RunContext &context = {},
                                                     Resume<KnownPairsExperiment> resume = {});

/// Summary of the result in sentences: what was found and what to do next.
std::string knownPairsSentence(const KnownPairsExperiment &experiment);

/// Table with a row for each count, extrapolated ones last.
ResultTable resultTable(const KnownPairsExperiment &experiment);

template <> std::span<const Field<KnownPairsOptions>> fields();
Experiment knownPairsEntry();

} // namespace anchorscope
