// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/registry.h"

namespace anchorscope {

/// One score of every pair of spaces. Rows: queries, or the classifier; columns: index, or the vectors that are
/// classified. NaN if unknown.
struct PairTable
{
    std::string method; ///< id of the method: "GT" (relative to true anchors), "Absolute" (vectors as read, if the
                        ///< dimensions are equal), "IRP"
    /// "mrr" of retrieval; with labels also "accuracy", "weighted_f1", "macro_f1" and "mae" of a head
    std::string metric;
    Eigen::MatrixXd mean;    ///< mean scores over the repeats
    Eigen::MatrixXd squares; ///< sums over the repeats of squared deviations from the mean

    /// Sample standard deviations over the repeats; 0 for a single repeat.
    Eigen::MatrixXd deviation(int repeats) const;
};

template <class Visitor> void describe(Visitor &visit, PairTable &table)
{
    visit("method", table.method)("metric", table.metric)("mean", table.mean)("squares", table.squares);
}

/// Result of aligning two spaces from a few known pairs.
struct PairVerdict
{
    Index x = 0, y = 0;    ///< positions of the two spaces, x < y
    std::string alignment; ///< id of the verdict on the pair, by alignmentId()
    double estimate = 0;   ///< share of correct matches estimated by the verdict; NaN unless aligned
    double correct = 0;    ///< true share of correct matches among all items of Y except seeds
    bool operator==(const PairVerdict &) const = default;
};

template <class Visitor> void describe(Visitor &visit, PairVerdict &verdict)
{
    visit("x", verdict.x)("y", verdict.y)("alignment", verdict.alignment);
    visit("estimate", verdict.estimate)("right", verdict.correct);
}

/// Scores of every space of a dataset against every other, with true anchors (RR Tables 5, 13, 14, 16; IRP Table 2).
struct PairMatrix
{
    std::vector<std::string> spaces;
    std::vector<PairTable> tables; ///< tables of scores, one for each method and metric; a space against itself is a
                                   ///< check
    /// Linear CKA of the vectors as read (KernelAlignment): its usual and its debiased value, and both by chance.
    /// Symmetric, like all below. Results of version 0.1 have the usual value only.
    Eigen::MatrixXd alignment, alignmentByChance, debiased, debiasedLow, debiasedHigh;
    /// Mutual k-NN of the prepared spaces (mutualneighbours.h), and the interval of random pairings.
    Eigen::MatrixXd neighbours, neighboursLow, neighboursHigh;
    std::vector<PairVerdict> verdicts; ///< verdicts, one for each pair of different spaces, if requested
    Index excluded = 0;                ///< number of items that have no direction in one of the spaces
    int repeats = 0;                   ///< number of completed repeats
    double seconds = 0;

    /// The table of this method and metric, which must exist.
    const PairTable &table(std::string_view method, std::string_view metric) const;
    /// Verdict for spaces i and j, in either order; null without a verdict.
    const PairVerdict *verdict(Index i, Index j) const;
};

template <class Visitor> void describe(Visitor &visit, PairMatrix &matrix)
{
    visit("spaces", matrix.spaces)("tables", matrix.tables)("cka", matrix.alignment);
    visit("cka_by_chance", matrix.alignmentByChance)("cka_debiased", matrix.debiased);
    visit("cka_debiased_chance_low", matrix.debiasedLow)("cka_debiased_chance_high", matrix.debiasedHigh);
    visit("mutual_knn", matrix.neighbours)("mutual_knn_chance_low", matrix.neighboursLow);
    visit("mutual_knn_chance_high", matrix.neighboursHigh)("verdicts", matrix.verdicts);
    visit("left_out", matrix.excluded);
    visit("repeats", matrix.repeats)("seconds", matrix.seconds);
}

struct PairsOptions
{
    ExperimentOptions base;
    /// Number of known pairs, drawn by the first random seed, from which the default method aligns each two spaces,
    /// followed by a verdict; 0: no alignment.
    Index verdictSeeds = 0;
};

/// Maximum number of items among which mutual neighbours are compared; more are sampled by the first random seed. The
/// standard error of a share is then below 0.002.
inline constexpr Index maxItemsOfNeighbours = 10000;

/// Runs the experiment on two or more spaces of the same items, row by row. Errors: "too-few-spaces", "wrong-usage",
/// "too-few-pairs", "cancelled", those of retrieval.
Result<PairMatrix> runPairMatrix(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces,
                                 const PairsOptions &options, const RunContext &context = {},
                                 Resume<PairMatrix> resume = {});

template <> std::span<const Field<PairsOptions>> fields();
Experiment pairsEntry();

} // namespace anchorscope
