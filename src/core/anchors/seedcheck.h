// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/projection/preprocess.h"

#include <vector>

namespace anchorscope {

/// How far each seed pair agrees with the others, before anything is optimised: the correlation of its similarities to
/// the other seeds in X with those in Y, in [−1, 1]. 0 for a pair with fewer than two others. O(s²·d).
std::vector<double> seedAgreement(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

/// Positions of seeds that agree less than the rest before anything is optimised, ascending: the outliers of the
/// generalised extreme Studentised deviate test (Rosner, Technometrics 1983), one-sided, of Fisher's transform of
/// seedAgreement; the worst taken out one by one, as a wrong pair also spoils what is known of the right ones; less
/// those that agree better than 19 of 20 pairs of strangers. Right seeds are taken to scatter at least as much as
/// strangers do: a rare item is often far from its partner. Each step is made at 2 %, so that seeds that are all right
/// raise an alarm in about one of twenty sets; similarities to a dozen others agree by chance now and then, so some
/// wrong pairs stay unseen. None with fewer than eight seeds, and never more than a third of them.
std::vector<Index> suspiciousSeeds(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds);

/// Positions of seeds that are wrong with a probability above `doubt` after a run, the most doubtful first, from how
/// near each other their items were found. shares: for each seed the share of `items` ranks, uniform in [0, 1] for
/// strangers. Of right seeds the share `matched` are found at once, and of the rest those beyond a rank r fall like
/// r^−½, as those of words do (ours; measured on 5 000 to 20 000 words). How many are wrong is estimated from all
/// shares (expectation maximisation; one of thirty is expected before). An item that the run cannot place looks like a
/// wrong seed: who names suspects names the first mostSuspects() only.
std::vector<Index> likelyWrongSeeds(const std::vector<double> &shares, double matched, Index items, double doubt = 0.5);
/// A third of the seeds: where more are far from their partners, the run is as likely to be wrong as the seeds.
inline std::size_t mostSuspects(std::size_t seeds)
{
    return seeds / 3;
}

} // namespace anchorscope
