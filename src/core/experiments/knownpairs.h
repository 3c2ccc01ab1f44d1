// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

template <class Visitor> void describe(Visitor &visit, ShareEstimate &share)
{
    visit("value", share.value)("low", share.low)("high", share.high);
}

inline constexpr Index fewestKnownPairs = 8;

/// Options of the experiment that measures how the matches improve with the number of known pairs: an optimizer gets
/// some of them as seeds and is tested on the others.
struct KnownPairsOptions
{
    /// Only these members are used: repeats, firstSeed, and in the protocol seedPairs, centering, orderedByFile, and
    /// the optimizer's method (auto or canonical) and start.
    ExperimentOptions base;
    /// Number of known pairs to use. 0: all of seedPairs, or if empty, half of the paired items, at most 1000.
    Index pairs = 0;
    /// Numbers of seeds to measure; empty: 3, 5, 10, 20, 50, … up to four fifths of the known pairs.
    std::vector<Index> counts;
    Status validate() const;
};

struct KnownPairsPoint
{
    Index pairs = 0;
    /// Number of different known pairs that were held-out in at least one repeat.
    Index heldOut = 0;
    /// Share of held-out pairs whose items CSLS matches with each other; mean of both directions.
    RepeatedValue found;
    /// MRR of held-out partners among all items, by cosine of canonical coordinates; mean of both directions.
    RepeatedValue mrr;
    RepeatedValue seconds;
    ShareEstimate share; ///< mean share of pairs found, with its 95 % interval
};

template <class Visitor> void describe(Visitor &visit, KnownPairsPoint &point)
{
    visit("pairs", point.pairs)("left_out", point.heldOut)("found", point.found)("mrr", point.mrr);
    visit("seconds", point.seconds)("share", point.share);
}
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
    /// Measured points, ascending by number of seeds.
    std::vector<KnownPairsPoint> points;
    /// Points at twice and four times the largest measured number of pairs; empty if extrapolation is not possible.
    std::vector<ExtrapolatedPoint> extrapolated;
    int repeats = 0;
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, KnownPairsExperiment &experiment)
{
    visit("known_pairs", experiment.knownPairs)("points", experiment.points);
    visit("extrapolated", experiment.extrapolated)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

/// Runs the experiment. Each repeat orders the known pairs at random. For each of the counts, the optimizer gets the
/// first pairs of this order; other pairs of the pairing are not read. Maps are fitted to at most 5 000 items of each
/// space (crossvalidation.h). Held-out pairs are looked up among all items, or, if a space has more than maxItemsOfPath
/// items, among the items that a run would use. Errors: "wrong-usage", "too-few-pairs", "cancelled", and those of
/// OptimizeInput::validate().
Result<KnownPairsExperiment> runKnownPairsExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                     const Correspondence &pairing, const KnownPairsOptions &options,
                                                     const RunContext &context = {},
                                                     Resume<KnownPairsExperiment> resume = {});

std::string knownPairsSentence(const KnownPairsExperiment &experiment);

/// Table with one row per number of seeds; extrapolated rows are last.
ResultTable resultTable(const KnownPairsExperiment &experiment);

template <> std::span<const Field<KnownPairsOptions>> fields();

} // namespace anchorscope
