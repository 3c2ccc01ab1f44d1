// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <limits>
#include <numeric>
#include <vector>

namespace anchorscope {

/// Half the width, in standard deviations, of the interval around the mean that contains 95 % of a normal distribution.
inline constexpr double normalQuantile = 1.959964;

/// Estimate of a share, with the limits of its 95 % interval, all in [0, 1].
struct ShareEstimate
{
    double value = 0, low = 0, high = 0;
    bool operator==(const ShareEstimate &) const = default;
};

/// Estimates a share that was measured on `asked` > 0 independent cases, with its score interval (Wilson 1927).
ShareEstimate wilsonEstimate(double share, double asked);

/// Values of a similarity of paired items if the items are paired at random: mean, and limits of the interval that
/// contains 95 % of the values. NaN if not computed.
struct ChanceLevel
{
    double mean = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
};

/// Mean of a list of at least one value, and limits of its middle 95 %.
ChanceLevel middleOf(std::vector<double> values);

/// Median of a list of at least one value; for an even number of values the greater of the two in the middle.
double median(std::vector<double> values);

/// Mean of a list of at least one value; the sum is computed in double precision.
template <class Value> double mean(const std::vector<Value> &values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Sample standard deviation (n − 1) of a list; 0 for one value.
double sampleDeviation(const std::vector<double> &values);

/// Fisher's combined test of p-values in (0, 1]: probability that a product of as many independent uniform numbers is
/// at most the product of the given ones.
double combinedChance(const std::vector<double> &shares);

/// Tail probability P(T ≥ t) of Student's t with `freedom` ≥ 1 degrees of freedom (Abramowitz & Stegun 26.7.3 and
/// 26.7.4).
double studentTail(double t, Index freedom);

/// Quantile of Student's t: the value t with P(|T| ≤ t) = 95 % for the given degrees of freedom.
double studentQuantile(Index freedom);

} // namespace anchorscope
