// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"

namespace anchorscope {

/// One figure of every pair of spaces. Row: source, or trained on; column: target, or tested on. NaN where unknown.
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

/// Every space of a dataset against every other, with true anchors (RR Tables 5, 13, 14, 16; IRP Table 2).
struct PairMatrix
{
    std::vector<std::string> spaces;
    std::vector<PairTable> tables; ///< for each method each metric; a space against itself is a check
    Eigen::MatrixXd alignment;     ///< linear CKA of the spaces themselves, symmetric
    int repeats = 0;               ///< that were measured
    double seconds = 0;

    /// The table of that method and metric; there is one.
    const PairTable &table(std::string_view method, std::string_view metric) const;
};

/// spaces: two or more over the same items, row by row. Errors: "too-few-spaces", "wrong-usage", "too-few-pairs",
/// "cancelled", those of retrieval.
Result<PairMatrix> runPairMatrix(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces,
                                 const ExperimentOptions &options, const RunContext &context = {},
                                 Resume<PairMatrix> resume = {});

} // namespace anchorscope
