// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/partnershare.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

// Constants of this file were measured on 16 pairs of spaces of 9 kinds of data, with 15 to 200 known pairs. In 13 of
// these pairs of spaces, only a fifth of the items have a partner. “Error” below means the error of the measured share
// of correct matches. With the values below, its root mean square is 0.022 and its maximum 0.042.

/// Minimum numbers of examples for fitting the discriminant. minRemoved: mutual matches of items whose partner was
/// removed. minKnown: known pairs. With half or twice minRemoved the error is the same.
constexpr std::size_t minRemoved = 8, minKnown = 4;
/// Limit of the absolute value of standardized features. With 3 or 6 the error is the same.
constexpr double farthest = 4;
/// Ridge added to the covariance of the standardized features. With 0.01 or 0.2 the error is the same.
constexpr double ridge = 0.05;
/// Limits of the coordinate along the discriminant: a match counts as wrong below wrongBelow and as correct above
/// correctAbove, with a linear transition. With both limits 0.1 lower, the error is 0.026 (maximum 0.059); with both
/// 0.1 higher, it is 0.020 (maximum 0.044).
constexpr double wrongBelow = 0.3, correctAbove = 0.7;
/// Weight of the prior of a share, as a number of cases. With 0.5 or 5 the error is the same.
constexpr double priorCases = 2;
constexpr double priorCorrect = 0.95, priorWrong = 0.05;
/// Minimum variance of the degree to which a match counts as correct, so that a few equal cases do not make it certain.
constexpr double minVariance = 0.04;
/// Number d that increases the variance of a mean over n known pairs by the factor 1 + d/n: the discriminant is fitted
/// to these pairs, so it separates them better than other correct matches. The root mean square error of the share of
/// correct matches among mutual ones was 0.051 with 15 known pairs (5 pairs of spaces), 0.042 with more.
constexpr double doubledVariance = 30;
/// Weight of the prior that correct matches are mutual, as a number of known pairs. With 3 or 30 the error is the same.
constexpr double priorMutual = 10;
/// Maximum standard deviation of a share: half of its range. Reached if X has few items, hence few mutual matches.
constexpr double greatestDeviation = 0.5;
/// Standard deviation added to the sampling error of a share of correct matches. The error is larger than the sampling
/// error, because items whose partner was removed on purpose only resemble items that never had one.
constexpr double inexact = 0.03;
/// Factor that reduces the log odds of a match, because the discriminant was fitted to the same matches.
constexpr double shrinkage = 0.7;
constexpr double maxLogOdds = 7;
constexpr double minShare = 1e-3;
/// Number of fits of the discriminant, each weighted by the probabilities of the previous fit. With one fit the error
/// is 0.025 (0.014 too high on average), with five 0.023.
constexpr int weightings = 3;

using FeatureMatrix = Eigen::Matrix<double, MatchFeatures::count, MatchFeatures::count>;
using Features = std::vector<MatchFeatures>;

WeightedMatches mutualOf(const Features &features)
{
    WeightedMatches some;
    for (const MatchFeatures &each : features) {
        if (each.mutual)
            some.add(each, 1);
    }
    return some;
}

FeatureVector plain(const MatchFeatures &features)
{
    const auto numbers = features.numbers();
    return FeatureVector(numbers.data());
}

struct Moments
{
    FeatureVector mean = FeatureVector::Zero();
    FeatureMatrix scatter = FeatureMatrix::Zero();
};

template <class VectorOf> Moments momentsOf(const WeightedMatches &matches, const VectorOf &vectorOf)
{
    Moments moments;
    double total = 0;
    for (std::size_t i = 0; i < matches.features.size(); ++i) {
        moments.mean += matches.weights[i] * vectorOf(matches.features[i]);
        total += matches.weights[i];
    }
    moments.mean /= total;
    for (std::size_t i = 0; i < matches.features.size(); ++i) {
        const FeatureVector difference = vectorOf(matches.features[i]) - moments.mean;
        moments.scatter += matches.weights[i] * difference * difference.transpose();
    }
    moments.scatter *= matches.effectiveCount() / total;
    return moments;
}

/// Mean degree (0 to 1) to which matches count as correct, variance of this degree, and effective number of matches.
struct Counted
{
    double mean = 0, variance = 0, cases = 0;

    double varianceOfMean() const { return variance / cases; }
    double withPrior(double prior) const { return (mean * cases + priorCases * prior) / (cases + priorCases); }
};

template <class CountOf> Counted counted(const WeightedMatches &matches, const CountOf &countOf)
{
    double sum = 0, squares = 0, total = 0;
    for (std::size_t i = 0; i < matches.features.size(); ++i) {
        const double count = countOf(matches.features[i]);
        sum += matches.weights[i] * count;
        squares += matches.weights[i] * count * count;
        total += matches.weights[i];
    }
    const double mean = sum / total;
    return {mean, std::max(minVariance, squares / total - mean * mean), matches.effectiveCount()};
}

double logit(double share)
{
    const double inside = std::clamp(share, minShare, 1 - minShare);
    return std::log(inside / (1 - inside));
}

double shareOf(double logOdds)
{
    return 1 / (1 + std::exp(-logOdds));
}

} // namespace

double WeightedMatches::effectiveCount() const
{
    double sum = 0, squares = 0;
    for (const double weight : weights) {
        sum += weight;
        squares += weight * weight;
    }
    return sum * sum / squares;
}

MatchModel::MatchModel(const MatchSample &sample)
{
    const WeightedMatches observed = mutualOf(sample.observed);
    WeightedMatches correct;
    double found = 0;
    for (std::size_t k = 0; k < sample.known.size(); ++k) {
        found += sample.found[k] ? 1 : 0;
        if (sample.found[k] && sample.known[k].mutual)
            correct.add(sample.known[k], 1);
    }
    const auto observations = static_cast<double>(std::max<std::size_t>(1, sample.observed.size())),
               corrects = static_cast<double>(correct.weights.size());
    const double mutual = static_cast<double>(observed.weights.size()) / observations;
    const WeightedMatches unweighted = withoutPartners(sample, false);
    const std::size_t removed = unweighted.weights.size();
    if (removed >= minRemoved && correct.weights.size() >= minKnown && !observed.weights.empty()) {
        separate(observed, unweighted, correct);
        for (int step = 1; step < weightings; ++step)
            separate(observed, withoutPartners(sample, true), correct);
    } else {
        countMutual(mutual, removed, sample.ifRemoved.size() + sample.knownIfRemoved.size());
    }
    const double overMutual = (found + priorMutual) / (corrects + priorMutual), share = m_ofMutual.value * mutual;
    m_share = {std::min(1.0, share * overMutual), std::hypot(m_ofMutual.deviation * mutual * overMutual, inexact)};
    m_ofOthers = mutual < 1 ? std::min(0.5, share * (overMutual - 1) / (1 - mutual)) : 0.5;
}

/// Returns examples of matches of items without a partner: the match of each item is removed, and the match that
/// replaces it is returned. If `weighted`, the weight is the probability that the removed match was the partner.
WeightedMatches MatchModel::withoutPartners(const MatchSample &sample, bool weighted) const
{
    WeightedMatches matches = mutualOf(sample.knownIfRemoved);
    for (const auto &[match, next] : sample.ifRemoved) {
        if (next.mutual)
            matches.add(next, weighted ? match.mutual ? shareOf(logOdds(match)) : minShare : 1);
    }
    return matches;
}

void MatchModel::countMutual(double mutual, std::size_t removedMutual, std::size_t removed)
{
    const auto all = static_cast<double>(removed);
    const double byChance = (static_cast<double>(removedMutual) + 0.5) / (all + 1);
    const double share = std::max(0.0, (mutual - byChance) / (1 - byChance)), of = std::max(mutual, minShare);
    const double deviation = std::sqrt(byChance * (1 - byChance) / (all + 2)) * (1 - share) / (1 - byChance) / of;
    m_ofMutual = {std::min(1.0, share / of), std::min(deviation, greatestDeviation)};
}

void MatchModel::separate(const WeightedMatches &observed, const WeightedMatches &wrong, const WeightedMatches &correct)
{
    WeightedMatches both = observed;
    for (const MatchFeatures &each : wrong.features)
        both.add(each, 1);
    const Moments all = momentsOf(both, plain);
    m_mean = all.mean;
    m_scale = (all.scatter.diagonal() / static_cast<double>(both.weights.size())).cwiseSqrt().array() + 1e-9;
    const auto vectorOf = [this](const MatchFeatures &each) { return standard(each); };
    const Moments present = momentsOf(correct, vectorOf), absent = momentsOf(wrong, vectorOf);
    const FeatureMatrix within =
        (present.scatter + absent.scatter) / (correct.effectiveCount() + wrong.effectiveCount() - 2);
    m_direction = (within + ridge * FeatureMatrix::Identity()).ldlt().solve(present.mean - absent.mean);
    const double length = (present.mean - absent.mean).dot(m_direction);
    m_distance = length / std::sqrt(std::max(m_direction.dot(within * m_direction), 1e-12));
    m_direction /= std::max(length, 1e-12);
    m_origin = absent.mean.dot(m_direction);
    const auto count = [this](const MatchFeatures &each) {
        return std::clamp((place(each) - wrongBelow) / (correctAbove - wrongBelow), 0.0, 1.0);
    };
    const Counted ofCorrect = counted(correct, count), ofWrong = counted(wrong, count),
                  ofAll = counted(observed, count);
    const double hits = ofCorrect.withPrior(priorCorrect), falseHits = ofWrong.withPrior(priorWrong),
                 difference = std::max(hits - falseHits, 0.05),
                 share = std::clamp((ofAll.mean - falseHits) / difference, 0.0, 1.0);
    const double variance = share * share * ofCorrect.varianceOfMean() * (1 + doubledVariance / ofCorrect.cases) +
                            (1 - share) * (1 - share) * ofWrong.varianceOfMean() + ofAll.varianceOfMean();
    m_ofMutual = {share, std::sqrt(variance) / difference};
}

FeatureVector MatchModel::standard(const MatchFeatures &features) const
{
    return ((plain(features) - m_mean).array() / m_scale.array()).cwiseMax(-farthest).cwiseMin(farthest);
}

double MatchModel::place(const MatchFeatures &features) const
{
    return standard(features).dot(m_direction) - m_origin;
}

double MatchModel::logOdds(const MatchFeatures &features) const
{
    if (!features.mutual)
        return logit(m_ofOthers);
    // The log odds that a match is correct are the log ratio of two normal densities of equal width.
    const double odds = shrinkage * m_distance * m_distance * (place(features) - 0.5);
    return logit(m_ofMutual.value) + std::clamp(odds, -maxLogOdds, maxLogOdds);
}

std::vector<float> MatchModel::probabilities(const Features &features, double share) const
{
    std::vector<double> odds;
    for (const MatchFeatures &each : features)
        odds.push_back(logOdds(each));
    const auto meanAt = [&](double shift) {
        double sum = 0;
        for (const double each : odds)
            sum += shareOf(each + shift);
        return sum / static_cast<double>(odds.size());
    };
    double below = -2 * maxLogOdds, above = 2 * maxLogOdds;
    constexpr int halvings = 40;
    for (int i = 0; i < halvings && !odds.empty(); ++i) {
        const double middle = (below + above) / 2;
        (meanAt(middle) < share ? below : above) = middle;
    }
    std::vector<float> probabilities;
    for (const double each : odds)
        probabilities.push_back(static_cast<float>(shareOf(each + (below + above) / 2)));
    return probabilities;
}

namespace {

constexpr double noneMissing = 0.8; ///< prior probability that all items of Y have a partner
constexpr Index stepsOfPartners = 400;

class Histogram
{
public:
    void add(double share, double weight)
    {
        const auto place = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * (cells - 1) + 0.5);
        m_weights[place] += weight;
        m_total += weight;
        m_sum += weight * share;
    }

    ShareEstimate estimate() const { return {std::clamp(m_sum / m_total, 0.0, 1.0), quantile(0.025), quantile(0.975)}; }

private:
    double quantile(double part) const
    {
        double below = 0;
        std::size_t place = 0;
        while (place + 1 < cells && below + m_weights[place] < part * m_total)
            below += m_weights[place++];
        return static_cast<double>(place) / (cells - 1);
    }

    static constexpr std::size_t cells = 2001;
    std::vector<double> m_weights = std::vector<double>(cells);
    double m_total = 0, m_sum = 0;
};

} // namespace

PartnerShare partnerShare(const CorrectDensities &densities, const MeasuredShare &measured, const KnownCounts &counts)
{
    const auto items = static_cast<double>(counts.items), known = static_cast<double>(counts.known),
               correct = static_cast<double>(counts.knownCorrect), others = std::max(1.0, items - known);
    Histogram partners, someMissing, matches, given;
    const auto add = [&](double partner, double prior, const std::vector<double> &density) {
        const double withPartner = (items * partner - known) / others;
        if (withPartner < 0)
            return;
        for (std::size_t i = 0; i < density.size(); ++i) {
            const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(density.size());
            const double error = (withPartner * share - measured.value) / measured.deviation;
            const double weight = prior * density[i] * std::exp(-error * error / 2);
            partners.add(partner, weight);
            if (partner < 1)
                someMissing.add(partner, weight);
            matches.add((withPartner * share * others + correct) / items, weight);
            given.add(share, weight);
        }
    };
    add(1, noneMissing, densities.ifAll);
    for (Index step = 0; step < stepsOfPartners; ++step)
        add((static_cast<double>(step) + 0.5) / stepsOfPartners, (1 - noneMissing) / stepsOfPartners, densities.ifSome);
    PartnerShare shares{partners.estimate(), matches.estimate(), given.estimate()};
    // The data may tell that nearly all items have a partner, but not that all have one.
    if (shares.withPartner.low == 1)
        shares.withPartner.low = someMissing.estimate().low;
    return shares;
}

} // namespace anchorscope
