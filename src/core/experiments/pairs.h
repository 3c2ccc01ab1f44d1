// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/registry.h"

namespace anchorscope {

/// One figure of every pair of spaces. Row: queries, or the classifier; column: index, or the vectors that the
/// classifier is tested on. NaN where unknown.
struct PairTable
{
    std::string method; ///< "GT" (relative to true anchors), "Absolute" (equal dimensions only), "IRP"
    std::string
        metric; ///< "mrr" of retrieval; "accuracy", "weighted_f1", "macro_f1", "mae" of a head, with labels only
    Eigen::MatrixXd mean;    ///< over the repeats
    Eigen::MatrixXd squares; ///< sums of squared deviations from it

    /// Sample standard deviations over the repeats; 0 of one.
    Eigen::MatrixXd deviation(int repeats) const;
};

template <class Visitor> void describe(Visitor &visit, PairTable &table)
{
    visit("method", table.method)("metric", table.metric)("mean", table.mean)("squares", table.squares);
}

/// What a run from few known pairs found between two spaces.
struct PairVerdict
{
    Index x = 0, y = 0;    ///< positions of the spaces, x < y
    std::string alignment; ///< alignmentId() of its verdict
    double estimate = 0;   ///< of the share of correct partners, of its verdict; NaN unless aligned
    double correct = 0;    ///< the share itself, of all items of Y but the seeds' partners
    bool operator==(const PairVerdict &) const = default;
};

template <class Visitor> void describe(Visitor &visit, PairVerdict &verdict)
{
    visit("x", verdict.x)("y", verdict.y)("alignment", verdict.alignment);
    visit("estimate", verdict.estimate)("right", verdict.correct);
}

/// Every space of a dataset against every other, with true anchors (RR Tables 5, 13, 14, 16; IRP Table 2).
struct PairMatrix
{
    std::vector<std::string> spaces;
    std::vector<PairTable> tables;     ///< for each method each metric; a space against itself is a check
    Eigen::MatrixXd alignment;         ///< linear CKA of the spaces themselves, symmetric
    Eigen::MatrixXd neighbours;        ///< mutual k-NN of the prepared spaces (mutualneighbours.h), symmetric
    std::vector<PairVerdict> verdicts; ///< of each pair of different spaces, if asked for
    int repeats = 0;                   ///< that were measured
    double seconds = 0;

    /// The table of that method and metric; there is one.
    const PairTable &table(std::string_view method, std::string_view metric) const;
    /// Of both directions; null if there is none.
    const PairVerdict *verdict(Index i, Index j) const;
};

template <class Visitor> void describe(Visitor &visit, PairMatrix &matrix)
{
    visit("spaces", matrix.spaces)("tables", matrix.tables)("cka", matrix.alignment);
    visit("mutual_knn", matrix.neighbours)("verdicts", matrix.verdicts);
    visit("repeats", matrix.repeats)("seconds", matrix.seconds);
}

struct PairsOptions
{
    ExperimentOptions base;
    /// Align each two spaces by the default method from so many known pairs, drawn by the first seed, and judge what
    /// it found; 0: do not.
    Index verdictSeeds = 0;
};

/// Mutual neighbours are compared among so many items, drawn by the first seed, where there are more: the standard
/// error of a share is below 0.002 then.
inline constexpr Index maxItemsOfNeighbours = 10000;

/// spaces: two or more over the same items, row by row. Errors: "too-few-spaces", "wrong-usage", "too-few-pairs",
/// "cancelled", those of retrieval.
Result<PairMatrix> runPairMatrix(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces,
                                 const PairsOptions &options, const RunContext &context = {},
                                 Resume<PairMatrix> resume = {});

template <> std::span<const Field<PairsOptions>> fields();
Experiment pairsEntry();

} // namespace anchorscope
