// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/registry.h"

namespace anchorscope {

/// One score for every two spaces. Row: space of the queries, or training space of the classifier; column: space of the
/// index, or of the classified vectors. NaN if not measured.
struct PairTable
{
    /// Id of the method: "GT" (relative to true anchors), "Absolute" (original vectors), "IRP" (core/definitions.md,
    /// 8).
    std::string method;
    /// Id of the score: "mrr" of retrieval; with labels also "accuracy", "weighted_f1", "macro_f1" and "mae" of a head.
    std::string metric;
    Eigen::MatrixXd mean;
    Eigen::MatrixXd squares; ///< sums, over the repeats, of squared deviations from the mean

    /// Sample standard deviation over the repeats; 0 for one repeat.
    Eigen::MatrixXd deviation(int repeats) const;

    /// Mean over the ordered pairs of different spaces that were measured, and the number of these pairs (IRP, Table
    /// 2). If no pair was measured, they are NaN and 0.
    std::pair<double, Index> meanOfPairs() const;
};

template <class Visitor> void describe(Visitor &visit, PairTable &table)
{
    visit("method", table.method)("metric", table.metric)("mean", table.mean)("squares", table.squares);
}

struct PairVerdict
{
    Index x = 0, y = 0; ///< positions in PairMatrix::spaces, x < y
    std::string alignment;
    double estimate = 0; ///< share of correct matches that the verdict estimates; NaN unless aligned
    double correct = 0;  ///< share of correct matches by ground truth, among all items of Y except seeds
    bool operator==(const PairVerdict &) const = default;
};

template <class Visitor> void describe(Visitor &visit, PairVerdict &verdict)
{
    visit("x", verdict.x)("y", verdict.y)("alignment", verdict.alignment);
    visit("estimate", verdict.estimate)("right", verdict.correct);
}

/// Scores between all spaces of a dataset, with true anchors (papers RR, Tables 5, 13, 14, 16, and IRP, Table 2).
struct PairMatrix
{
    std::vector<std::string> spaces;
    /// One table for each method and metric. Scores of a space with itself serve as a check.
    std::vector<PairTable> tables;
    /// Linear CKA of the original vectors (KernelAlignment) between all spaces, usual and debiased, with values for
    /// random pairings. Symmetric. Results of version 0.1 contain `alignment` only.
    Eigen::MatrixXd alignment, alignmentByChance, debiased, debiasedLow, debiasedHigh;
    /// Mutual k-NN of the prepared spaces (mutualneighbours.h), and its interval over random pairings. Symmetric.
    Eigen::MatrixXd neighbours, neighboursLow, neighboursHigh;
    std::vector<PairVerdict> verdicts; ///< verdicts on all pairs of different spaces; empty if not requested
    Index excluded = 0;                ///< number of items whose vector is zero in one of the spaces
    int repeats = 0;
    double seconds = 0;

    /// Table of a method and a metric; it must exist.
    const PairTable &table(std::string_view method, std::string_view metric) const;
    /// Verdict on spaces i and j, in either order; null if not found.
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
    /// Number of known pairs, sampled by the first random seed, for the verdict on every two spaces; 0: no verdicts.
    Index verdictSeeds = 0;
};

/// Maximum number of items for mutual k-NN, above which items are sampled; the standard error is then below 0.002.
inline constexpr Index maxItemsOfNeighbours = 10000;

/// Compares two or more spaces of the same items; row i is the same item in all spaces. Errors: "too-few-spaces",
/// "wrong-usage", "too-few-pairs", "cancelled", and those of retrieve().
Result<PairMatrix> runPairMatrix(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces,
                                 const PairsOptions &options, const RunContext &context = {},
                                 Resume<PairMatrix> resume = {});

template <> std::span<const Field<PairsOptions>> fields();

} // namespace anchorscope
