// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Is the similarity of a space to a good one a proxy of how well it performs (RR 4.2, Fig. 3)?
struct ProxyOptions
{
    ExperimentOptions base;                    ///< nothing is optimised
    std::optional<std::string> reference = {}; ///< name of the space to compare with; none: that of highest accuracy
    /// Accuracies that a user knows, by the name of the space; empty: measured. If any, of every space.
    NamedNumbers accuracies = {};
    /// Correlate within each group of spaces (a model at several epochs), as
    /// RR 4.2; names up to their last “_” name a group.
    bool groups = false;
    /// Groups (without groups: spaces) whose best mean accuracy is below are not
    /// correlated (0.5 in RR 4.2).
    double minAccuracy = 0;
};

struct ProxyPoint
{
    std::string space;
    Repeated similarity; ///< mean cosine of its relative rows and the reference's
    Repeated accuracy;   ///< as it was given, or of a head trained and tested on the space's own unit rows
};

template <class Visitor> void describe(Visitor &visit, ProxyPoint &point)
{
    visit("space", point.space)("similarity", point.similarity)("accuracy", point.accuracy);
}
/// Spaces that are correlated with one another.
struct ProxyGroup
{
    std::string name;   ///< empty: all spaces
    Index spaces = 0;   ///< without the reference
    double pearson = 0; ///< of the means; NaN with fewer than two spaces
    bool kept = true;   ///< not below the least accuracy
};

template <class Visitor> void describe(Visitor &visit, ProxyGroup &group)
{
    visit("name", group.name)("spaces", group.spaces)("pearson", group.pearson)("kept", group.kept);
}
struct ProxyExperiment
{
    std::string reference;
    std::vector<ProxyPoint> points;  ///< all spaces, the reference too
    std::vector<ProxyGroup> groups;  ///< as the options say, in the order of their first spaces
    double pearson = 0;              ///< of the means, without the reference and what is not kept; NaN where unknown
    double meanPearson = 0;          ///< of the groups that are kept and have one; NaN without any
    double slope = 0, intercept = 0; ///< least-squares line: accuracy = intercept + slope · similarity
    int repeats = 0;                 ///< that were measured
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, ProxyExperiment &experiment)
{
    visit("reference", experiment.reference)("points", experiment.points)("pearson", experiment.pearson);
    visit("groups", experiment.groups)("mean_pearson", experiment.meanPearson);
    visit("slope", experiment.slope)("intercept", experiment.intercept)("repeats", experiment.repeats);
    visit("seconds", experiment.seconds);
}

/// spaces: two or more over the same items, row by row. Errors: "wrong-usage", "too-few-spaces", "no-labels",
/// "one-class", "too-few-pairs", "cancelled".
Result<ProxyExperiment> runProxyExperiment(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces,
                                           const ProxyOptions &options, const RunContext &context = {},
                                           Resume<ProxyExperiment> resume = {});

/// The group that a space's name names: what stands before its last “_”, or the
/// whole name.
std::string proxyGroupOf(const std::string &space);

/// A line for each space.
ResultTable resultTable(const ProxyExperiment &experiment);

template <> std::span<const Field<ProxyOptions>> fields();
Experiment proxyEntry();

} // namespace anchorscope
