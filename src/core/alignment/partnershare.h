// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/matchfeatures.h"
#include "core/statistics.h"

#include <Eigen/Core>

#include <vector>

namespace anchorscope {

using FeatureVector = Eigen::Matrix<double, MatchFeatures::count, 1>;

/// Matches of runs whose input lacked some items on purpose (core/definitions.md, 5e; ours).
struct MatchSample
{
    std::vector<MatchFeatures> observed; ///< items of Y without a known partner
    std::vector<MatchFeatures> removed;  ///< items of Y whose match had been removed
    std::vector<MatchFeatures> known;    ///< items of Y whose partner is known and was not given to the run
    std::vector<bool> found;             ///< whether each of `known` was matched to its partner
    std::size_t missing =
        0; ///< number of mutual matches in the result for which a refit lacked an item, including `removed`
};

/// A share of correct matches, measured without assuming that the items have a partner.
struct MeasuredShare
{
    double value = 0;
    double deviation = 0; ///< standard deviation of the error of this share
};

/// Separates correct matches from those of items without a partner, by the features of mutual matches: along Fisher's
/// linear discriminant between known pairs that were held out and items whose match had been removed.
class MatchModel
{
public:
    explicit MatchModel(const MatchSample &sample);

    /// Share of correct matches among the observed items.
    const MeasuredShare &share() const { return m_share; }
    /// Probability of each match to be correct, with `share` as their mean.
    std::vector<float> probabilities(const std::vector<MatchFeatures> &features, double share) const;

private:
    void countMutual(double mutual, std::size_t removedMutual, std::size_t removed);
    void separate(const std::vector<MatchFeatures> &observed, const std::vector<MatchFeatures> &removed,
                  const std::vector<MatchFeatures> &correct);
    /// Features in standard deviations of those it was fitted on.
    FeatureVector standard(const MatchFeatures &features) const;
    /// Place along the discriminant: 0 at the mean of removed items, 1 at that of known pairs.
    double place(const MatchFeatures &features) const;
    double logOdds(const MatchFeatures &features) const;

    FeatureVector m_mean = FeatureVector::Zero(), m_scale = FeatureVector::Ones(), m_direction = FeatureVector::Zero();
    double m_origin = 0;
    double m_distance = 0;    ///< distance between both means, in standard deviations along the discriminant; 0: no
                              ///< discriminant
    MeasuredShare m_ofMutual; ///< share of correct matches among mutual matches
    double m_ofOthers = 0;    ///< share of correct matches among the other matches
    MeasuredShare m_share;
};

/// Counts of items of Y in a run.
struct KnownCounts
{
    Index items = 0;        ///< number of items of Y that take part
    Index known = 0;        ///< number of known pairs among these items
    Index knownCorrect = 0; ///< number of known pairs among the matches of the result
};

/// Shares of a result in which some items may have no partner: posterior means and 95 % intervals.
struct PartnerShare
{
    ShareEstimate withPartner; ///< share of the items of Y that have a partner
    ShareEstimate correct;     ///< share of correct matches among all matches
    ShareEstimate correctGivenPartner;
};

/// Densities of the share of correct matches among items with a partner, from held-out pairs, on the same grid from 0
/// to 1: if all items have a partner, and if some have none.
struct CorrectDensities
{
    std::vector<double> ifAll, ifSome;
};

/// Returns the shares that follow from both densities and the measured share of correct matches.
PartnerShare partnerShare(const CorrectDensities &densities, const MeasuredShare &measured, const KnownCounts &counts);

} // namespace anchorscope
