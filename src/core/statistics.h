// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <limits>
#include <numeric>
#include <vector>

namespace anchorscope {

/// Number of standard deviations around the mean that contain 95% of a normal distribution.
inline constexpr double normalQuantile = 1.959964;

/// Estimate of a share with its 95 % interval, all in [0, 1].
struct ShareEstimate
{
    double value = 0, low = 0, high = 0;
    bool operator==(const ShareEstimate &) const = default;
};

/// Estimates a share of `asked` > 0 independent cases, with its score interval (Wilson 1927).
ShareEstimate wilsonEstimate(double share, double asked);

/// Chance level of a similarity of paired items: the mean over all random pairings, and the interval of 95 % of them.
/// NaN if unknown.
struct ChanceLevel
{
    double mean = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
};

/// Mean and middle 95 % of a list of at least one value.
ChanceLevel middleOf(std::vector<double> values);

/// Median of a list of at least one value (the upper one for an even number).
double median(std::vector<double> values);

/// Mean of a list of at least one value; summed in double precision.
template <class Value> double mean(const std::vector<Value> &values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Sample standard deviation (n − 1) of a list; 0 for one value.
double sampleDeviation(const std::vector<double> &values);

/// Fisher's combined test: probability that the product of the same number of independent uniform shares is at most the
/// product of these. Shares in (0, 1].
double combinedChance(const std::vector<double> &shares);

/// Tail probability P(T ≥ t) of Student's t with `freedom` ≥ 1 degrees of freedom (Abramowitz & Stegun 26.7.3 and
/// 26.7.4).
double studentTail(double t, Index freedom);

/// Quantile of Student's T: the t with P(|T| ≤ t) = 95 %.
double studentQuantile(Index freedom);

} // namespace anchorscope
