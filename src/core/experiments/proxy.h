// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Options of the experiment that tests whether similarity to a reference predicts accuracy (paper RR, 4.2, Fig. 3).
struct ProxyOptions
{
    ExperimentOptions base;
    /// Name of the reference space; empty: the most accurate space.
    std::optional<std::string> reference = {};
    /// Accuracies given by the user, by name of the space; empty: accuracies are measured.
    NamedNumbers accuracies = {};
    /// Whether similarity and accuracy are correlated within each group of spaces (a model at several epochs), as in
    /// the paper RR, 4.2. The name of a group is the name of its spaces up to the last “_”.
    bool groups = false;
    /// Minimum accuracy of a group: it is included if its best mean accuracy is at least this value (0.5 in RR, 4.2).
    /// Without groups, the limit applies to the mean accuracy of each space.
    double minAccuracy = 0;
};

struct ProxyPoint
{
    std::string space;
    /// Similarity to the reference space: mean cosine between the relative vectors of an item in both spaces.
    RepeatedValue similarity;
    /// Limits of the interval that contains 95 % of the similarities of random pairings.
    RepeatedValue chanceLow, chanceHigh;
    /// Accuracy given by the user, or of a head trained and tested on the unit rows of the space.
    RepeatedValue accuracy;
};

template <class Visitor> void describe(Visitor &visit, ProxyPoint &point)
{
    visit("space", point.space)("similarity", point.similarity)("accuracy", point.accuracy);
    visit("chance_low", point.chanceLow)("chance_high", point.chanceHigh);
}
struct ProxyGroup
{
    std::string name;   ///< name of the group; empty if the group contains all spaces
    Index spaces = 0;   ///< number of spaces in the group, not counting the reference
    double pearson = 0; ///< correlation between mean similarity and mean accuracy; NaN with fewer than two spaces
    bool kept = true;   ///< false if the best accuracy is below minAccuracy, which excludes the group
};

template <class Visitor> void describe(Visitor &visit, ProxyGroup &group)
{
    visit("name", group.name)("spaces", group.spaces)("pearson", group.pearson)("kept", group.kept);
}
struct ProxyExperiment
{
    std::string reference;
    std::vector<ProxyPoint> points;
    std::vector<ProxyGroup> groups;
    /// Correlation of mean similarity and mean accuracy, without reference and excluded groups; NaN if not defined.
    double pearson = 0;
    /// Mean of the correlations within groups that are not excluded; NaN without such groups.
    double meanPearson = 0;
    /// Least-squares line: accuracy = intercept + slope · similarity.
    double slope = 0, intercept = 0;
    Index excluded = 0; ///< number of items whose vector is zero in one of the spaces
    int repeats = 0;
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, ProxyExperiment &experiment)
{
    visit("reference", experiment.reference)("points", experiment.points)("pearson", experiment.pearson);
    visit("groups", experiment.groups)("mean_pearson", experiment.meanPearson);
    visit("slope", experiment.slope)("intercept", experiment.intercept)("repeats", experiment.repeats);
    visit("seconds", experiment.seconds)("left_out", experiment.excluded);
}

/// Runs the experiment on two or more spaces of the same items; row i is the same item in all spaces. Errors:
/// "wrong-usage", "too-few-spaces", "no-labels", "one-class", "too-few-pairs", "cancelled".
Result<ProxyExperiment> runProxyExperiment(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces,
                                           const ProxyOptions &options, const RunContext &context = {},
                                           Resume<ProxyExperiment> resume = {});

ResultTable resultTable(const ProxyExperiment &experiment);

template <> std::span<const Field<ProxyOptions>> fields();

} // namespace anchorscope
