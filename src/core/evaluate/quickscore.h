// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/retrieval.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// Score of the anchors on a sample of items, fast enough to follow every change.
struct QuickScore
{
    Score mrrXToY, mrrYToX, pAt1XToY, pAt1YToX; ///< MRR and P@1 in both directions, with 95 % intervals
    Index queries = 0, targets = 0;
    std::vector<double> agreement; ///< agreement of each seed with the other seeds, see seedAgreement()
    bool scored = false;           ///< false without ground truth, or with too few anchors: no scores were computed
    std::vector<Index> suspects;   ///< positions of the seeds that agree less than the other seeds
    double milliseconds = 0;
};

/// Retrieval options for quickScore(): only ranks and cosines, of at most 500 random queries among all items.
RetrievalOptions quickRetrievalOptions(Index k, Index items, std::uint64_t seed);

/// Scores at least three anchors if ground truth is available; compares the seeds in any case. Errors of retrieve().
Result<QuickScore> quickScore(const AnchoredPair &pair, const std::vector<SeedPair> &seeds, const Correspondence &truth,
                              const RetrievalOptions &options, const RunContext &context = {});

} // namespace anchorscope
