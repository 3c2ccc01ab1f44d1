// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/verdict.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

const char *alignmentId(Alignment alignment)
{
    switch (alignment) {
    case Alignment::notJudged:
        return "not judged";
    case Alignment::aligned:
        return "aligned";
    case Alignment::classOnly:
        return "class only";
    case Alignment::chance:
        return "chance";
    }
    return "";
}

const char *alignmentText(Alignment alignment)
{
    switch (alignment) {
    case Alignment::notJudged:
        return "Not judged: this takes at least 4 known pairs and a whole run of auto or canonical.";
    case Alignment::aligned:
        return "The spaces are aligned item by item: known pairs that were left out find each other.";
    case Alignment::classOnly:
        return "Only classes or regions are aligned: left-out pairs are brought near each other, but are found among "
               "similar items no better than by chance.";
    case Alignment::chance:
        return "The spaces are not aligned: left-out pairs find each other no better than by chance.";
    }
    return "";
}

namespace {

constexpr double seedsOfPrior = 30; ///< the mutual share counts as so many left-out pairs; not calibrated yet
constexpr double mistrust = 0.2;    ///< of the mutual share: many items without a partner lower it
constexpr Index steps = 2000;       ///< of the share, from 0 to 1
constexpr double minPrior = 0.5;    ///< of either count of the prior, so that its density is bounded

/// Logarithm of the density of Beta(a, b), up to nothing: its integral is 1.
double logBeta(double share, double a, double b)
{
    return std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + (a - 1) * std::log(share) +
           (b - 1) * std::log1p(-share);
}

} // namespace

ShareEstimate estimateRight(std::optional<double> mutualShare, Index found, Index asked)
{
    const double share = mutualShare.value_or(0.5), pairs = mutualShare ? seedsOfPrior : 2;
    const double a = std::max(pairs * share, minPrior), b = std::max(pairs * (1 - share), minPrior);
    const auto hits = static_cast<double>(found), misses = static_cast<double>(asked - found);
    std::vector<double> density;
    double greatest = -1e300;
    for (Index i = 0; i < steps; ++i) {
        const double right = (static_cast<double>(i) + 0.5) / steps;
        const double prior = (1 - mistrust) * std::exp(logBeta(right, a, b)) + mistrust;
        density.push_back(std::log(prior) + hits * std::log(right) + misses * std::log1p(-right));
        greatest = std::max(greatest, density.back());
    }
    double total = 0, mean = 0;
    for (Index i = 0; i < steps; ++i) {
        double &value = density[static_cast<std::size_t>(i)];
        value = std::exp(value - greatest);
        total += value;
        mean += value * (static_cast<double>(i) + 0.5) / steps;
    }
    const auto stepOfQuantile = [&](double part) {
        double below = 0;
        Index i = 0;
        while (i < steps - 1 && below + density[static_cast<std::size_t>(i)] < part * total)
            below += density[static_cast<std::size_t>(i++)];
        return static_cast<double>(i);
    };
    // All found, or none, speaks against no share at that end.
    const double low = found == 0 ? 0 : stepOfQuantile(0.025) / steps;
    const double high = found == asked ? 1 : (stepOfQuantile(0.975) + 1) / steps;
    return {mean / total, low, high};
}

} // namespace anchorscope
