// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/seedcheck.h"

#include "core/product.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace anchorscope {

namespace {

constexpr std::size_t fewestSeeds = 10;

/// Similarities of seeds among themselves, in both spaces.
struct Grams
{
    Matrix x, y;
};

Grams gramsOf(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds)
{
    std::vector<ItemIndex> ofX, ofY;
    for (const SeedPair &pair : seeds) {
        ofX.push_back(row(pair.x));
        ofY.push_back(row(pair.y));
    }
    const Matrix rowsX = rowsOf(x.rows, ofX), rowsY = rowsOf(y.rows, ofY);
    return {productTransposed(rowsX, rowsX), productTransposed(rowsY, rowsY)};
}

/// Correlation of one seed's similarities to the kept others.
double agreement(const Grams &grams, Index seed, const std::vector<Index> &kept)
{
    double n = 0, sumX = 0, sumY = 0, xx = 0, yy = 0, xy = 0;
    for (const Index other : kept) {
        if (other == seed)
            continue;
        const double a = grams.x(seed, other), b = grams.y(seed, other);
        n += 1;
        sumX += a;
        sumY += b;
        xx += a * a;
        yy += b * b;
        xy += a * b;
    }
    const double spread = (n * xx - sumX * sumX) * (n * yy - sumY * sumY);
    return n >= 2 && spread > 0 ? (n * xy - sumX * sumY) / std::sqrt(spread) : 0;
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<double> agreements(const Grams &grams, const std::vector<Index> &kept)
{
    std::vector<double> values;
    for (const Index seed : kept)
        values.push_back(agreement(grams, seed, kept));
    return values;
}

} // namespace

std::vector<double> seedAgreement(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds)
{
    std::vector<Index> all(seeds.size());
    std::iota(all.begin(), all.end(), 0);
    return seeds.empty() ? std::vector<double>() : agreements(gramsOf(x, y, seeds), all);
}

std::vector<Index> suspiciousSeeds(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds)
{
    if (seeds.size() < fewestSeeds)
        return {};
    constexpr double deviations = 3, leastDeviation = 0.1, least = 0.5;
    const Grams grams = gramsOf(x, y, seeds);
    std::vector<Index> kept(seeds.size()), suspects;
    std::iota(kept.begin(), kept.end(), 0);
    while (kept.size() >= fewestSeeds && 3 * (suspects.size() + 1) <= seeds.size()) {
        const std::vector<double> values = agreements(grams, kept);
        const auto worst = std::min_element(values.begin(), values.end());
        const double middle = median(values);
        std::vector<double> away;
        for (const double value : values)
            away.push_back(std::abs(value - middle));
        constexpr double normal = 1.4826; // from a median of absolute deviations to a standard deviation
        const double deviation = std::max(normal * median(away), leastDeviation);
        if (*worst >= middle - deviations * deviation || *worst >= least * middle)
            break;
        const auto place = worst - values.begin();
        suspects.push_back(kept[static_cast<std::size_t>(place)]);
        kept.erase(kept.begin() + place);
    }
    std::sort(suspects.begin(), suspects.end());
    return suspects;
}

} // namespace anchorscope
