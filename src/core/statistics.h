// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <limits>
#include <numeric>
#include <vector>

namespace anchorscope {

/// Half the width of the central 95 % interval of a normal distribution, in standard deviations.
inline constexpr double normalQuantile = 1.959964;

/// Estimate of a share with the limits of its 95 % interval, all in [0, 1].
struct ShareEstimate
{
    double value = 0, low = 0, high = 0;
    bool operator==(const ShareEstimate &) const = default;
};

/// Estimates a share that was measured on `asked` > 0 independent cases, with its score interval (Wilson 1927).
ShareEstimate wilsonEstimate(double share, double asked);

/// Similarity of two spaces if items are paired at random: mean and limits of the middle 95 %; NaN if not computed.
struct ChanceLevel
{
    double mean = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
};

/// Mean of at least one value, and limits of the middle 95 %.
ChanceLevel middleOf(std::vector<double> values);

/// Median of at least one value; for an even number of values the greater one of the two in the middle.
double median(std::vector<double> values);

/// Quantile of at least one value; `share`: 0 (minimum) to 1 (maximum). Between two values, returns the lower one.
double quantile(std::vector<double> values, double share);

/// Mean of at least one value, summed in double precision.
template <class Value> double mean(const std::vector<Value> &values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Sample standard deviation (n − 1); 0 for one value.
double sampleDeviation(const std::vector<double> &values);

/// Probability of at least `hits` hits in `asked` independent trials that each hit with the probability `chance`
/// (binomial distribution).
double binomialTail(Index hits, Index asked, double chance);

/// Fisher's combined test of p-values in (0, 1]: probability that the product of as many independent uniform numbers is
/// at most the product of the p-values.
double combinedChance(const std::vector<double> &shares);

/// Tail probability P(T ≥ t) of Student's t (Abramowitz & Stegun 26.7.3 and 26.7.4). `freedom`: degrees of freedom ≥ 1.
double studentTail(double t, Index freedom);

/// Value t with P(|T| ≤ t) = 95 % for Student's t.
double studentQuantile(Index freedom);

} // namespace anchorscope
