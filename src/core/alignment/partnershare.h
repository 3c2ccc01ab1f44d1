// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/matchfeatures.h"
#include "core/statistics.h"

#include <Eigen/Core>

#include <vector>

namespace anchorscope {

using FeatureVector = Eigen::Matrix<double, MatchFeatures::count, 1>;

/// Features of the match of an item, and of the match that replaces it if the matched item is removed.
struct RemovedMatch
{
    MatchFeatures match, next;
};

/// Features of matches found by maps that were fitted without the matched items (core/definitions.md, 5e; our method).
struct MatchSample
{
    std::vector<MatchFeatures> observed; ///< features of matched items of Y that belong to no known pair
    std::vector<RemovedMatch> ifRemoved; ///< mutual matches, and the match that replaces each if it is removed
    std::vector<MatchFeatures> known;    ///< features of matched items of Y that belong to a known pair
    std::vector<bool> found;             ///< for each item of Y in `known`, whether its match is the known partner
    /// For each item in `known` whose match is its partner: features of its match if the partner were removed.
    std::vector<MatchFeatures> knownIfRemoved;
};

struct WeightedMatches
{
    std::vector<MatchFeatures> features;
    std::vector<double> weights;

    void add(const MatchFeatures &each, double weight)
    {
        features.push_back(each);
        weights.push_back(weight);
    }
    /// Effective number of the weighted matches, (Σw)² / Σw².
    double effectiveCount() const;
};

/// Share of correct matches, measured without assuming that the items have a partner.
struct MeasuredShare
{
    double value = 0;
    double deviation = 0; ///< standard deviation of the error of `value`
};

/// Separates correct matches from matches of items without a partner: Fisher's linear discriminant on features of
/// mutual matches, between held-out known pairs and the matches that items would have if their partner were removed.
class MatchModel
{
public:
    explicit MatchModel(const MatchSample &sample);

    /// Share of correct matches among those in MatchSample::observed.
    const MeasuredShare &share() const { return m_share; }
    /// Probability that each match is correct; the probabilities have the mean `share`.
    std::vector<float> probabilities(const std::vector<MatchFeatures> &features, double share) const;

private:
    void countMutual(double mutual, std::size_t removedMutual, std::size_t removed);
    void separate(const WeightedMatches &observed, const WeightedMatches &wrong, const WeightedMatches &correct);
    WeightedMatches withoutPartners(const MatchSample &sample, bool weighted) const;
    FeatureVector standard(const MatchFeatures &features) const;
    /// Coordinate along the discriminant; the mean is 0 for items without their partner and 1 for known pairs.
    double place(const MatchFeatures &features) const;
    double logOdds(const MatchFeatures &features) const;

    FeatureVector m_mean = FeatureVector::Zero(), m_scale = FeatureVector::Ones(), m_direction = FeatureVector::Zero();
    double m_origin = 0;
    /// Distance between the means of known pairs and of items without their partner, in standard deviations; 0: there
    /// is no discriminant.
    double m_distance = 0;
    MeasuredShare m_ofMutual;
    double m_ofOthers = 0;
    MeasuredShare m_share;
};

struct KnownCounts
{
    Index items = 0;        ///< number of items of Y that take part in the run
    Index known = 0;        ///< number of items of Y with a known partner, among `items`
    Index knownCorrect = 0; ///< number of known pairs that the matches of the result contain
};

/// Shares of a result in which some items may have no partner, each with its posterior mean and 95 % interval.
struct PartnerShare
{
    ShareEstimate withPartner;
    ShareEstimate correct;
    ShareEstimate correctGivenPartner;
};

/// Posterior densities of the share of correct matches among items with a partner, computed from held-out pairs on a
/// grid from 0 to 1: one for the case that all items have a partner, one for the case that some have none.
struct CorrectDensities
{
    std::vector<double> ifAll, ifSome;
};

PartnerShare partnerShare(const CorrectDensities &densities, const MeasuredShare &measured, const KnownCounts &counts);

} // namespace anchorscope
