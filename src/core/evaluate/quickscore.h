// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/retrieval.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// Score of the current anchors on a sample of items, fast enough to follow every change.
struct QuickScore
{
    Score mrrXToY, mrrYToX, pAt1XToY, pAt1YToX; ///< MRR and P@1 in both directions, with 95 % intervals
    Index queries = 0, targets = 0;
    std::vector<double> agreement; ///< agreement of each seed with the other seeds
    bool scored = false;           ///< false if the truth is not known, or there are too few anchors
    std::vector<Index> suspects;   ///< seeds that agree less than the rest
    double milliseconds = 0;       ///< time that computing the score took, in milliseconds
};

/// Retrieval options for the quick score: only ranks and cosines, of at most 500 random queries among all items.
RetrievalOptions quickRetrievalOptions(Index k, Index items, std::uint64_t seed);

/// Scores the anchors if a ground truth is known and there are at least three of them, and checks the seeds against
/// each other without it. Errors of retrieve().
Result<QuickScore> quickScore(const AnchoredPair &pair, const std::vector<SeedPair> &seeds, const Correspondence &truth,
                              const RetrievalOptions &options, const RunContext &context = {});

} // namespace anchorscope
