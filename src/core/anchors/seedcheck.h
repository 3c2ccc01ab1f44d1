// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/projection/preprocess.h"

#include <vector>

namespace anchorscope {

/// Agreement of each seed pair with the others, before a run: the correlation of its similarities to the other seeds in
/// X with those in Y, in [−1, 1]. 0 for a pair with fewer than two others. O(s²·d).
std::vector<double> seedAgreement(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

/// Positions, ascending, of seeds that agree less than the rest before a run: the outliers in the one-sided generalized
/// extreme Studentized deviate test (Rosner, Technometrics 1983) of Fisher's transform of seedAgreement. The worst seed
/// is removed at each step, because a wrong pair also distorts the agreement of the correct ones. Seeds that agree
/// better than 19 of 20 random pairs are excluded. Correct seeds are assumed to scatter at least as much as random
/// pairs: a rare item is often far from its partner. Each step is tested at 2%, so about one of twenty sets without a
/// wrong seed raises an alarm. Similarities to a dozen others sometimes agree by chance, so some wrong pairs are not
/// detected. Empty with fewer than eight seeds, and never more than a third of them.
std::vector<Index> suspiciousSeeds(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

/// Positions of seeds that are wrong with a probability above `doubt`, the most doubtful first, determined after a run
/// from how near each other their items were found. shares: the rank of each seed's partner as a share of `items`,
/// uniform in [0, 1] for random pairs. Of the correct seeds, the share `matched` is found at rank 1; the ranks of the
/// others exceed r with a probability that falls as r^−½, as measured on 5,000 to 20,000 words (ours). The number of
/// wrong seeds is estimated from all shares (expectation maximization, prior one in thirty). An item that the run
/// cannot place looks like a wrong seed, so callers report only the first maxSuspects().
std::vector<Index> likelyWrongSeeds(const std::vector<double> &shares, double matched, Index items, double doubt = 0.5);
/// Maximum number of suspected seeds to report, a third of all: if more are far from their partners, the run is as
/// likely to be wrong as the seeds.
inline std::size_t maxSuspects(std::size_t seeds)
{
    return seeds / 3;
}

} // namespace anchorscope
