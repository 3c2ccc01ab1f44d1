// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/projection/preprocess.h"

#include <vector>

namespace anchorscope {

/// How far each seed pair agrees with the others, before anything is optimised: the correlation of its similarities to
/// the other seeds in X with those in Y, in [−1, 1]. 0 for a pair with fewer than two others. O(s²·d).
std::vector<double> seedAgreement(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

/// Positions of seeds that disagree with the rest, ascending. Taken out one by one, the worst first, as a wrong pair
/// also spoils the agreement of the right ones: a pair that is three robust deviations below the median of the others
/// and agrees by less than half of it. None with fewer than ten pairs, and never more than a third of them. The
/// rule is ours.
std::vector<Index> suspiciousSeeds(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

} // namespace anchorscope
