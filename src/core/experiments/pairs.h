// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"

namespace anchorscope {

/// Every space of a dataset against every other, with true anchors. Row: source, or trained on; column: target, or
/// tested on. Means over the repeats; NaN where something is unknown.
struct PairMatrix
{
    std::vector<std::string> spaces;
    Eigen::MatrixXd mrr;       ///< of retrieval by relative vectors; 1 on the diagonal is a check
    Eigen::MatrixXd accuracy;  ///< of a head trained on one and tested on the other; NaN without labels
    Eigen::MatrixXd alignment; ///< linear CKA of the spaces themselves, symmetric
    int repeats = 0;           ///< that were measured
    double seconds = 0;
};

/// spaces: two or more over the same items, row by row. Errors: "too-few-spaces", "wrong-usage", "too-few-pairs",
/// "cancelled", those of retrieval.
Result<PairMatrix> runPairMatrix(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces,
                                 const ExperimentOptions &options, const RunContext &context = {},
                                 Resume<PairMatrix> resume = {});

} // namespace anchorscope
