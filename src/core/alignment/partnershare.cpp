// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/partnershare.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

// The effect of the constants of this file was measured on 18 pairs of spaces in which a share of 1, 0.7, 0.4, 0.2 or
// 0.05 of the items has a partner (12 kinds of data; 15, 50 and 200 known pairs). With the values below, the root mean
// square error of the measured share of correct matches is 0.035.

/// Minimum numbers for computing a discriminant: of mutual matches of items whose partner was removed, and of known
/// pairs. With half or double of minRemoved the error of the measured share of correct matches changes by 0.001.
constexpr std::size_t minRemoved = 8, minKnown = 4;
/// Limit to which the absolute values of standardized features are clipped. With 3 or 6 the error of the measured share
/// of correct matches is the same.
constexpr double farthest = 4;
/// Ridge added to the covariance of the standardized features. With 0.01 or 0.2 the error of the measured share of
/// correct matches is the same.
constexpr double ridge = 0.05;
/// Coordinates along the discriminant: a match counts as wrong below the first and as correct above the second, with a
/// linear transition. With both 0.1 lower the error of the measured share of correct matches is 0.038; with both 0.1
/// higher it is 0.036, and the largest error 0.10 instead of 0.07.
constexpr double wrongBelow = 0.3, correctAbove = 0.7;
/// Weight of the prior of a share, as a number of cases. With 0.5 or 5 the error of the measured share of correct
/// matches is the same.
constexpr double priorCases = 2;
constexpr double priorCorrect = 0.95, priorWrong = 0.05;
/// Minimum variance of the degree to which a match counts as correct, so that a few equal cases do not make it certain.
constexpr double minVariance = 0.04;
/// Number m of known pairs in the factor 1 + m/n, by which the variance of a mean over n known pairs is increased: the
/// discriminant is fitted to these pairs, so it separates them better than other correct matches. The error of the
/// share of correct ones among mutual matches was 0.065 to 0.073 with 15 known pairs, 0.005 with 50 or more.
constexpr double doubledVariance = 30;
/// Weight, as a number of known pairs, of the prior that correct matches are mutual. With 3 or 30 the error of the
/// measured share of correct matches is the same.
constexpr double priorMutual = 10;
/// Maximum standard deviation of a share: half of the range of shares. The deviation reaches it if X has few items,
/// because then few matches are mutual, and hardly any item of a mutual match is removed.
constexpr double greatestDeviation = 0.5;
/// Standard deviation added to the sampling error of a share of correct matches, because items whose partner was
/// removed on purpose only resemble items that never had one.
constexpr double inexact = 0.03;
/// Factor by which the log odds of a match are reduced, because the discriminant was fitted to the same matches.
constexpr double shrinkage = 0.7;
constexpr double maxLogOdds = 7; ///< maximum absolute log odds of one match
constexpr double minShare = 1e-3;

using FeatureMatrix = Eigen::Matrix<double, MatchFeatures::count, MatchFeatures::count>;
using Features = std::vector<MatchFeatures>;

Features mutualOf(const Features &features)
{
    Features some;
    std::ranges::copy_if(features, std::back_inserter(some), &MatchFeatures::mutual);
    return some;
}

FeatureVector plain(const MatchFeatures &features)
{
    const auto numbers = features.numbers();
    return FeatureVector(numbers.data());
}

/// Mean and scatter matrix of a set of vectors.
struct Moments
{
    FeatureVector mean = FeatureVector::Zero();
    FeatureMatrix scatter = FeatureMatrix::Zero();
};

template <class VectorOf> Moments momentsOf(const Features &features, const VectorOf &vectorOf)
{
    Moments moments;
    for (const MatchFeatures &each : features)
        moments.mean += vectorOf(each);
    moments.mean /= static_cast<double>(features.size());
    for (const MatchFeatures &each : features) {
        const FeatureVector difference = vectorOf(each) - moments.mean;
        moments.scatter += difference * difference.transpose();
    }
    return moments;
}

/// Mean and variance of the degree, 0 to 1, to which matches count as correct.
struct Counted
{
    double mean = 0, variance = 0;
};

template <class CountOf> Counted counted(const Features &features, const CountOf &countOf)
{
    double sum = 0, squares = 0;
    for (const MatchFeatures &each : features) {
        const double count = countOf(each);
        sum += count;
        squares += count * count;
    }
    const auto cases = static_cast<double>(features.size());
    return {sum / cases, std::max(minVariance, squares / cases - sum * sum / (cases * cases))};
}

double withPrior(double mean, std::size_t cases, double prior)
{
    const auto count = static_cast<double>(cases);
    return (mean * count + priorCases * prior) / (count + priorCases);
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

MatchModel::MatchModel(const MatchSample &sample)
{
    const Features observed = mutualOf(sample.observed), removed = mutualOf(sample.removed);
    Features correct;
    double found = 0;
    for (std::size_t k = 0; k < sample.known.size(); ++k) {
        found += sample.found[k] ? 1 : 0;
        if (sample.found[k] && sample.known[k].mutual)
            correct.push_back(sample.known[k]);
    }
    const double mutual =
        static_cast<double>(observed.size()) / static_cast<double>(std::max<std::size_t>(1, sample.observed.size()));
    if (removed.size() >= minRemoved && correct.size() >= minKnown && !observed.empty())
        separate(observed, removed, correct);
    else
        countMutual(mutual, removed.size(), sample.removed.size());
    const double overMutual = (found + priorMutual) / (static_cast<double>(correct.size()) + priorMutual);
    const double share = m_ofMutual.value * mutual;
    // The list `observed` lacks the matches whose item was removed from a run. These matches are counted here: all of
    // them are mutual, so they are correct more often than those in `observed`.
    const auto observations = static_cast<double>(sample.observed.size()),
               missing = static_cast<double>(sample.missing), all = std::max(1.0, observations + missing);
    const double ofAll = (mutual * overMutual * observations + missing) / all;
    m_share = {std::min(1.0, m_ofMutual.value * ofAll), std::hypot(m_ofMutual.deviation * ofAll, inexact)};
    m_ofOthers = mutual < 1 ? std::min(0.5, share * (overMutual - 1) / (1 - mutual)) : 0.5;
}

void MatchModel::countMutual(double mutual, std::size_t removedMutual, std::size_t removed)
{
    const auto all = static_cast<double>(removed);
    const double byChance = (static_cast<double>(removedMutual) + 0.5) / (all + 1);
    const double share = std::max(0.0, (mutual - byChance) / (1 - byChance)), of = std::max(mutual, minShare);
    const double deviation = std::sqrt(byChance * (1 - byChance) / (all + 2)) * (1 - share) / (1 - byChance) / of;
    m_ofMutual = {std::min(1.0, share / of), std::min(deviation, greatestDeviation)};
}

void MatchModel::separate(const Features &observed, const Features &removed, const Features &correct)
{
    Features both = observed;
    both.insert(both.end(), removed.begin(), removed.end());
    const Moments all = momentsOf(both, plain);
    m_mean = all.mean;
    m_scale = (all.scatter.diagonal() / static_cast<double>(both.size())).cwiseSqrt().array() + 1e-9;
    const auto vectorOf = [this](const MatchFeatures &each) { return standard(each); };
    const Moments right = momentsOf(correct, vectorOf), wrong = momentsOf(removed, vectorOf);
    const FeatureMatrix within =
        (right.scatter + wrong.scatter) / static_cast<double>(correct.size() + removed.size() - 2);
    m_direction = (within + ridge * FeatureMatrix::Identity()).ldlt().solve(right.mean - wrong.mean);
    const double length = (right.mean - wrong.mean).dot(m_direction);
    m_distance = length / std::sqrt(std::max(m_direction.dot(within * m_direction), 1e-12));
    m_direction /= std::max(length, 1e-12);
    m_origin = wrong.mean.dot(m_direction);
    const auto count = [this](const MatchFeatures &each) {
        return std::clamp((place(each) - wrongBelow) / (correctAbove - wrongBelow), 0.0, 1.0);
    };
    const Counted ofCorrect = counted(correct, count), ofWrong = counted(removed, count),
                  ofAll = counted(observed, count);
    const double hits = withPrior(ofCorrect.mean, correct.size(), priorCorrect),
                 falseHits = withPrior(ofWrong.mean, removed.size(), priorWrong),
                 difference = std::max(hits - falseHits, 0.05),
                 share = std::clamp((ofAll.mean - falseHits) / difference, 0.0, 1.0);
    const auto per = [](double variance, std::size_t cases) { return variance / static_cast<double>(cases); };
    const double variance =
        share * share * per(ofCorrect.variance, correct.size()) * (1 + per(doubledVariance, correct.size())) +
        (1 - share) * (1 - share) * per(ofWrong.variance, removed.size()) + per(ofAll.variance, observed.size());
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
    // The log odds are the log ratio of two normal densities of equal width.
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

/// Weighted histogram of shares between 0 and 1, from which mean and 95 % interval are computed.
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
    Histogram partners, matches, given;
    const auto add = [&](double partner, double prior, const std::vector<double> &density) {
        const double withPartner = (items * partner - known) / others;
        if (withPartner < 0)
            return;
        for (std::size_t i = 0; i < density.size(); ++i) {
            const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(density.size());
            const double error = (withPartner * share - measured.value) / measured.deviation;
            const double weight = prior * density[i] * std::exp(-error * error / 2);
            partners.add(partner, weight);
            matches.add((withPartner * share * others + correct) / items, weight);
            given.add(share, weight);
        }
    };
    add(1, noneMissing, densities.ifAll);
    for (Index step = 0; step < stepsOfPartners; ++step)
        add((static_cast<double>(step) + 0.5) / stepsOfPartners, (1 - noneMissing) / stepsOfPartners, densities.ifSome);
    return {partners.estimate(), matches.estimate(), given.estimate()};
}

} // namespace anchorscope
