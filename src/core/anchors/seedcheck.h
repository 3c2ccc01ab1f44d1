// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/projection/preprocess.h"

#include <vector>

namespace anchorscope {

/// Agreement of each of s seed pairs with the other seeds, before a run: correlation in [−1, 1] between two lists of
/// similarities. One list has the similarities of the pair's item of X to the other seeds in X, the other list those of
/// its item of Y to the other seeds in Y. 0 with fewer than two other seeds. Time O(s²·d).
std::vector<double> seedAgreement(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

/// Ascending positions of seeds that agree less than the others, before a run: outliers of Fisher's transform of
/// seedAgreement() (one-sided generalized extreme Studentized deviate test; Rosner, Technometrics 1983). Each step
/// removes the worst seed, because a wrong pair also lowers the agreement of correct ones. The significance level of a
/// step is 2 %; about one in twenty sets without a wrong seed raises an alarm. Seeds that agree better than 19 of 20
/// random pairs are never suspected. The agreements of correct seeds are assumed to scatter at least as much as those
/// of random pairs, because a rare item is often far from its partner. A wrong pair whose similarities to the other
/// seeds agree by chance is not detected. Empty with fewer than eight seeds; never more than a third of the seeds.
std::vector<Index> suspiciousSeeds(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

/// Positions of seeds that are wrong with a probability above `doubt`, computed after a run; the most probable first.
/// The method is our own. `shares`: for each seed, the number of items that the run ranks above its partner, divided by
/// `items`. For random pairs it is uniform in [0, 1]. The partner has rank 1 for a fraction `matched` of the correct
/// seeds; for the other correct ones, the rank exceeds r with a probability that falls as r^−½, as measured on 5,000 to
/// 20,000 words. The number of wrong seeds is estimated from all shares (expectation maximization, prior one in
/// thirty). A correct seed also seems wrong if the run cannot place its items, so callers report only the first
/// maxSuspects().
std::vector<Index> likelyWrongSeeds(const std::vector<double> &shares, double matched, Index items, double doubt = 0.5);
/// Maximum number of seeds to report: a third. If the items of more seeds are far apart, the run is probably wrong.
inline std::size_t maxSuspects(std::size_t seeds)
{
    return seeds / 3;
}

} // namespace anchorscope
