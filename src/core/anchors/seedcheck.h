// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/projection/preprocess.h"

#include <functional>
#include <vector>

namespace anchorscope {

/// How far each seed pair agrees with the others, before anything is optimised: the correlation of its similarities to
/// the other seeds in X with those in Y, in [−1, 1]. 0 for a pair with fewer than two others. O(s²·d).
std::vector<double> seedAgreement(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

/// Evidence against each of some seeds (`kept`: their positions, ascending), as far as these tell: a normal score, which
/// a pair of strangers draws from N(0, 1) and a right pair from somewhere below.
using SeedScores = std::function<std::vector<double>(const std::vector<Index> &kept)>;

/// The score of a share that is uniform in [0, 1] for strangers, as a rank is; in [−3.5, 3.5].
double scoreOfShare(double share);

/// Positions of seeds that do not belong to the rest, ascending; the one rule for all evidence, before a run and after
/// it. They are the outliers of the generalised extreme Studentised deviate test (Rosner, Technometrics 1983),
/// one-sided, the worst taken out one by one, as a wrong pair also spoils what is known of the right ones; less those
/// that are nearer than 19 of 20 pairs of strangers. Right seeds are taken to scatter at least as much as strangers do:
/// a rare item is often far from its partner. Each step is made at 2 %, so that seeds that are all right raise an alarm
/// in about one of twenty sets. None with fewer than eight seeds, and never more than a third of them.
std::vector<Index> suspiciousSeeds(Index seeds, const SeedScores &scores);

/// That rule by seedAgreement, before anything is optimised: Fisher's transform of the correlation is the score. The
/// similarities to a dozen others agree by chance now and then, so some wrong pairs stay unseen.
std::vector<Index> suspiciousSeeds(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

} // namespace anchorscope
