// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/projection/preprocess.h"

#include <vector>

namespace anchorscope {

/// Agreement of each seed pair with the other seeds, computed before a run: the correlation between the similarities of
/// its item of X to the other seeds in X and those of its item of Y in Y, in [−1, 1]. 0 with fewer than two
/// other seeds. Time O(s²·d).
std::vector<double> seedAgreement(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

/// Positions, ascending, of seeds that agree less than the other seeds, determined before a run: the outliers in the
/// one-sided generalized extreme Studentized deviate test (Rosner, Technometrics 1983) of Fisher's transform of
/// seedAgreement(). Each step of the test removes the worst seed, because a wrong pair also lowers the agreement of the
/// correct ones. Seeds that agree better than 19 of 20 random pairs are never suspected. Correct seeds are assumed to
/// scatter at least as much as random pairs: a rare item is often far from its partner. Each step has a significance
/// level of 2 %; about one of twenty sets without a wrong seed raises an alarm. Some wrong pairs are not detected:
/// their similarities to a dozen seeds agree by chance. Empty with fewer than eight seeds; never more than a third.
std::vector<Index> suspiciousSeeds(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

/// Positions of seeds that are wrong with a probability above `doubt`, the most probable first, determined after a run
/// from how near the run placed both items of each seed. `shares`: the rank of each seed's partner divided by `items`,
/// uniform in [0, 1] for random pairs. A fraction `matched` of the correct seeds has rank 1; the ranks of the other
/// correct seeds exceed r with a probability that falls as r^−½, as measured on 5,000 to 20,000 words (ours). The
/// number of wrong seeds is estimated from all shares (expectation maximization, prior one in thirty). An item that the
/// run cannot place looks like a wrong seed, so callers report only the first maxSuspects().
std::vector<Index> likelyWrongSeeds(const std::vector<double> &shares, double matched, Index items, double doubt = 0.5);
/// Maximum number of suspected seeds to report, a third of all seeds: if more are far from their partners, the run is
/// as likely to be wrong as the seeds.
inline std::size_t maxSuspects(std::size_t seeds)
{
    return seeds / 3;
}

} // namespace anchorscope
