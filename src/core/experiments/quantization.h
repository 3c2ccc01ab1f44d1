// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"
#include "core/projection/quantize.h"

namespace anchorscope {

/// Options of the experiment that tests whether quantized spaces have more similar relative vectors (RR, Fig. 7).
struct QuantizationOptions
{
    /// Common options; no optimizer runs, and the similarity is always the cosine.
    ExperimentOptions base;
    Linkage linkage = Linkage::average;
    std::vector<double> thresholds = {}; ///< linkage distances up to which clusters merge; empty: defaultThresholds()
    Status validate() const;
    std::vector<double> chosenThresholds() const;
};

struct QuantizationPoint
{
    double threshold = 0; ///< linkage distance up to which clusters were merged
    Index clustersOfX = 0, clustersOfY = 0;
    /// Mean over all pairs of 1 − cos between their relative vectors; lower values are more similar.
    RepeatedValue distance;
    RepeatedValue euclidean; ///< mean over all pairs of the Euclidean distance between their relative vectors
};

template <class Visitor> void describe(Visitor &visit, QuantizationPoint &point)
{
    visit("threshold", point.threshold)("clusters_x", point.clustersOfX)("clusters_y", point.clustersOfY);
    visit("distance", point.distance)("euclidean", point.euclidean);
}
struct QuantizationExperiment
{
    /// Points ascend by threshold; each is one step of the experiment.
    std::vector<QuantizationPoint> points;
    int repeats = 0;
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, QuantizationExperiment &experiment)
{
    visit("points", experiment.points)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

/// Thresholds from no merging to a few clusters, for words and digits: 0 to 0.6 for average linkage, 0 to 2 for Ward.
std::vector<double> defaultThresholds(Linkage linkage);

/// Replaces items and anchors by the centroids of their clusters before computing relative vectors as inner products.
/// Errors: "wrong-usage", "too-few-pairs", "cancelled". O(n²·d) for each threshold.
Result<QuantizationExperiment> runQuantizationExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                         const Correspondence &pairing,
                                                         const QuantizationOptions &options,
                                                         const RunContext &context = {},
                                                         Resume<QuantizationExperiment> resume = {});

ResultTable resultTable(const QuantizationExperiment &experiment);

template <> std::span<const Field<QuantizationOptions>> fields();

} // namespace anchorscope
