// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Tests whether the similarity of a space to a good one predicts its accuracy (RR 4.2, Fig. 3).
struct ProxyOptions
{
    ExperimentOptions base;                    ///< common options; nothing is optimized
    std::optional<std::string> reference = {}; ///< name of the space to compare with; empty: the most accurate one
    /// Accuracies given by the user, by the name of the space, for all spaces; empty: measured.
    NamedNumbers accuracies = {};
    /// Correlates within each group of spaces (a model at several epochs), as in RR 4.2. A group is the name up to its
    /// last “_”.
    bool groups = false;
    /// Groups (without groups: spaces) whose best mean accuracy is lower are excluded (0.5 in RR 4.2).
    double minAccuracy = 0;
};

struct ProxyPoint
{
    std::string space;
    RepeatedValue similarity;            ///< mean cosine of the space's relative rows with those of the reference
    RepeatedValue chanceLow, chanceHigh; ///< interval that contains 95% of the similarities if the items are paired at
                                         ///< random
    RepeatedValue accuracy;              ///< accuracy of the space: given by the user, or of a head trained and tested
                                         ///< on its own unit rows
};

template <class Visitor> void describe(Visitor &visit, ProxyPoint &point)
{
    visit("space", point.space)("similarity", point.similarity)("accuracy", point.accuracy);
    visit("chance_low", point.chanceLow)("chance_high", point.chanceHigh);
}
/// Spaces that are correlated with one another.
struct ProxyGroup
{
    std::string name;   ///< name of the group; empty: all spaces
    Index spaces = 0;   ///< number of spaces in the group, without the reference
    double pearson = 0; ///< correlation of the mean similarities with the mean accuracies; NaN with fewer than two
                        ///< spaces
    bool kept = true;   ///< false if the best accuracy of the group is below minAccuracy
};

template <class Visitor> void describe(Visitor &visit, ProxyGroup &group)
{
    visit("name", group.name)("spaces", group.spaces)("pearson", group.pearson)("kept", group.kept);
}
struct ProxyExperiment
{
    std::string reference;
    std::vector<ProxyPoint> points; ///< measured spaces, including the reference
    std::vector<ProxyGroup> groups; ///< groups, ordered by their first spaces
    /// Correlation of the means, without the reference and excluded groups; NaN if unknown.
    double pearson = 0;
    double meanPearson = 0;          ///< mean correlation of the included groups; NaN if none has one
    double slope = 0, intercept = 0; ///< least-squares line: accuracy = intercept + slope · similarity
    Index excluded = 0;              ///< number of items that have no direction in one of the spaces
    int repeats = 0;                 ///< number of completed repeats
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, ProxyExperiment &experiment)
{
    visit("reference", experiment.reference)("points", experiment.points)("pearson", experiment.pearson);
    visit("groups", experiment.groups)("mean_pearson", experiment.meanPearson);
    visit("slope", experiment.slope)("intercept", experiment.intercept)("repeats", experiment.repeats);
    visit("seconds", experiment.seconds)("left_out", experiment.excluded);
}

/// Runs the experiment on two or more spaces of the same items, row by row. Errors: "wrong-usage", "too-few-spaces",
/// "no-labels", "one-class", "too-few-pairs", "cancelled".
Result<ProxyExperiment> runProxyExperiment(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces,
                                           const ProxyOptions &options, const RunContext &context = {},
                                           Resume<ProxyExperiment> resume = {});

/// Group of a space: its name up to the last “_”, or the whole name.
std::string proxyGroupOf(const std::string &space);

/// Table with a row for each space.
ResultTable resultTable(const ProxyExperiment &experiment);

template <> std::span<const Field<ProxyOptions>> fields();
Experiment proxyEntry();

} // namespace anchorscope
