// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/statistics.h"

#include <cstdint>

namespace anchorscope {

/// Point of a learning curve: a share in [0, 1], measured at a count, with its standard error.
struct CurvePoint
{
    double count = 1;
    double share = 0;
    double error = 0;
};

/// Extrapolates a learning curve to the given counts by the inverse power law share(c) = a·max(0, 1 − (c₀/c)^g), 0 ≤ a
/// ≤ 1 (after Figueroa et al., BMC Med. Inform. Decis. Mak. 12:8, 2012), fitted by least squares weighted by the
/// errors. Intervals come from 200 fits to points that are moved at random by their errors (random seed `seed`); half
/// of the variance moves all points together. The intervals assume that the law holds. Needs at least one point;
/// returns one estimate for each count.
std::vector<ShareEstimate> extrapolateCurve(const std::vector<CurvePoint> &points, const std::vector<double> &counts,
                                            std::uint64_t seed);

} // namespace anchorscope
