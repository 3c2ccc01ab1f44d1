// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/seedcheck.h"

#include "core/product.h"
#include "core/projection/relative.h"
#include "core/statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace anchorscope {

namespace {

constexpr Index fewestSeeds = 8;
/// Probability that the worst of several correct seeds counts as an outlier.
constexpr double chanceOfStep = 0.02;
/// Minimum standard deviation assumed for the scores of correct seeds; the scores of unrelated items have 1.
constexpr double minScatter = 1;
/// Score that 95 % of unrelated items exceed. Seeds with lower scores are not suspected.
constexpr double nearByChance = -1.645;
/// Upper limit of Fisher's transform of an agreement, reached at a correlation of 0.78.
constexpr double greatestAgreement = 1.05;
/// Prior of the fraction of wrong seeds: half a wrong seed among 15 seeds.
constexpr double expectedWrong = 0.5, expectedSeeds = 15;
/// Lower and upper limit of the estimated fraction of correct seeds whose partner has rank 1.
constexpr double minMatched = 0.02, maxMatched = 0.98;
constexpr int estimates = 50;

struct Grams
{
    Matrix x, y;
};

Grams gramsOf(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds)
{
    std::vector<ItemIndex> ofX, ofY;
    for (const SeedPair &pair : seeds) {
        ofX.push_back(pair.x);
        ofY.push_back(pair.y);
    }
    const Matrix rowsX = rowsOf(x.rows, ofX), rowsY = rowsOf(y.rows, ofY);
    return {productTransposed(rowsX, rowsX), productTransposed(rowsY, rowsY)};
}

/// Agreement of one seed with the seeds that are not removed yet (`kept`): correlation between its similarities to
/// these seeds in X and its similarities to them in Y.
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

namespace {

/// Upper bound of the probability that the greatest of `count` normal values exceeds their mean by at least
/// `deviations` standard deviations (Grubbs' test).
double outlierChance(double deviations, Index count)
{
    const auto n = static_cast<double>(count);
    const double square = deviations * deviations;
    // Variance without the greatest value, up to a factor; 0 if all other values are equal.
    const double rest = std::max((n - 1) * (n - 1) - n * square, 1e-9);
    return n * studentTail(std::sqrt(n * (n - 2) * square / rest), count - 2);
}

bool isOutlier(double value, const std::vector<double> &values)
{
    const double deviations = (value - mean(values)) / std::max(sampleDeviation(values), minScatter);
    return deviations > 0 && outlierChance(deviations, static_cast<Index>(values.size())) < chanceOfStep;
}

/// Finds outliers among seeds. `scores` returns the evidence against each of the given seeds, computed from these seeds
/// alone. This evidence is distributed as N(0, 1) for unrelated items, and it is lower for correct pairs.
template <class Scores> std::vector<Index> outliers(Index seeds, const Scores &scores)
{
    std::vector<Index> kept(static_cast<std::size_t>(seeds)), taken, suspects;
    std::iota(kept.begin(), kept.end(), 0);
    while (taken.size() < maxSuspects(static_cast<std::size_t>(seeds))) {
        const std::vector<double> values = scores(kept);
        const auto worst = std::max_element(values.begin(), values.end());
        const auto place = worst - values.begin();
        if (*worst <= nearByChance)
            break;
        taken.push_back(kept[static_cast<std::size_t>(place)]);
        // Several outliers can hide each other, so all seeds removed up to the last detected outlier are suspects.
        if (isOutlier(*worst, values))
            suspects = taken;
        kept.erase(kept.begin() + place);
    }
    std::sort(suspects.begin(), suspects.end());
    return suspects;
}

} // namespace

std::vector<Index> suspiciousSeeds(const PreparedSpace &x, const PreparedSpace &y, const std::vector<SeedPair> &seeds)
{
    const auto count = static_cast<Index>(seeds.size());
    if (count < fewestSeeds)
        return {};
    const Grams grams = gramsOf(x, y, seeds);
    return outliers(count, [&](const std::vector<Index> &kept) {
        std::vector<double> values = agreements(grams, kept);
        // Inverse standard deviation of Fisher's transform, √(n − 3) for a correlation over n other seeds.
        const double unit = std::sqrt(static_cast<double>(kept.size()) - 4);
        for (double &value : values)
            value = -unit * std::clamp(std::atanh(value), -greatestAgreement, greatestAgreement);
        return values;
    });
}

std::vector<Index> likelyWrongSeeds(const std::vector<double> &shares, double matched, Index items, double doubt)
{
    const auto resolution = 1 / static_cast<double>(std::max<Index>(items, 2));
    const double near = std::clamp(matched, minMatched, maxMatched);
    // Odds (1 − p)/p, where p is the probability that the run ranks the partner of a correct seed first.
    const double far = (1 - near) / near;
    const double tail = 0.5 * std::sqrt(resolution) / (1 - std::sqrt(resolution));
    const auto seeds = static_cast<double>(shares.size());
    double wrong = expectedWrong / expectedSeeds;
    std::vector<double> doubts(shares.size());
    for (int estimate = 0; estimate < estimates; ++estimate) {
        for (std::size_t s = 0; s < shares.size(); ++s) {
            const double correct = far * tail * std::pow(std::max(shares[s], resolution), -1.5);
            doubts[s] = wrong / (wrong + (1 - wrong) * correct);
        }
        wrong = (expectedWrong + std::accumulate(doubts.begin(), doubts.end(), 0.0)) / (expectedSeeds + seeds);
    }
    std::vector<Index> suspects(shares.size());
    std::iota(suspects.begin(), suspects.end(), Index(0));
    const auto doubtOf = [&](Index seed) { return doubts[static_cast<std::size_t>(seed)]; };
    std::erase_if(suspects, [&](Index seed) { return doubtOf(seed) <= doubt; });
    std::ranges::stable_sort(suspects, std::greater<>(), doubtOf);
    return suspects;
}

} // namespace anchorscope
