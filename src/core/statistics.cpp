// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anchorscope {

ShareEstimate wilsonEstimate(double share, double asked)
{
    const double z = normalQuantile, squared = z * z / asked;
    const double center = (share + squared / 2) / (1 + squared);
    const double width = z * std::sqrt(share * (1 - share) / asked + squared / asked / 4) / (1 + squared);
    return {share, std::clamp(center - width, 0.0, share), std::clamp(center + width, share, 1.0)};
}

ChanceLevel middleOf(std::vector<double> values)
{
    std::ranges::sort(values);
    const auto last = static_cast<double>(values.size() - 1);
    const auto at = [&](double share) { return values[static_cast<std::size_t>(std::lround(share * last))]; };
    return {mean(values), at(0.025), at(0.975)};
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double quantile(std::vector<double> values, double share)
{
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

double sampleDeviation(const std::vector<double> &values)
{
    if (values.size() < 2)
        return 0;
    const double center = mean(values);
    double squares = 0;
    for (const double value : values)
        squares += (value - center) * (value - center);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double binomialTail(Index hits, Index asked, double chance)
{
    if (hits == 0 || chance >= 1)
        return 1;
    double tail = 0;
    const auto n = static_cast<double>(asked);
    for (Index k = hits; k <= asked && chance > 0; ++k) {
        const auto h = static_cast<double>(k);
        tail += std::exp(std::lgamma(n + 1) - std::lgamma(h + 1) - std::lgamma(n - h + 1) + h * std::log(chance) +
                         (n - h) * std::log1p(-chance));
    }
    return std::min(tail, 1.0);
}

double combinedChance(const std::vector<double> &shares)
{
    double sum = 0;
    for (const double share : shares)
        sum -= std::log(share);
    double term = std::exp(-sum), tail = 0;
    for (std::size_t k = 0; k < shares.size(); ++k) {
        tail += term;
        term *= sum / static_cast<double>(k + 1);
    }
    return std::min(tail, 1.0);
}

double studentTail(double t, Index freedom)
{
    const double angle = std::atan(t / std::sqrt(static_cast<double>(freedom)));
    const double sine = std::sin(angle), cosine = std::cos(angle);
    const bool odd = freedom % 2 == 1;
    double term = odd ? cosine : 1, sum = freedom > 1 ? term : 0;
    for (Index k = odd ? 3 : 2; k < freedom; k += 2) {
        term *= cosine * cosine * static_cast<double>(k - 1) / static_cast<double>(k);
        sum += term;
    }
    const double within = odd ? 2 / std::numbers::pi * (angle + sine * sum) : sine * sum;
    return (1 - within) / 2;
}

double studentQuantile(Index freedom)
{
    double low = 0, high = 100; // limits of the bisection; the largest quantile is 12.7, for one degree of freedom
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (studentTail(middle, freedom) > 0.025 ? low : high) = middle;
    }
    return low;
}

} // namespace anchorscope
