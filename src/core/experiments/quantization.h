// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"
#include "core/projection/quantize.h"

namespace anchorscope {

/// Tests whether quantizing the spaces brings their relative representations closer (RR Fig. 7).
struct QuantizationOptions
{
    ExperimentOptions base; ///< common options; nothing is optimized; always uses the cosine
    Linkage linkage = Linkage::average;
    std::vector<double> thresholds = {}; ///< linkage thresholds to measure; empty: defaultThresholds()
    Status validate() const;
    std::vector<double> chosenThresholds() const;
};

struct QuantizationPoint
{
    double threshold = 0; ///< linkage threshold up to which clusters are merged
    Index clustersOfX = 0, clustersOfY = 0;
    RepeatedValue distance;  ///< mean over pairs of 1 − cos of their relative rows; lower values are closer
    RepeatedValue euclidean; ///< mean over pairs of the distance of their relative rows
};

template <class Visitor> void describe(Visitor &visit, QuantizationPoint &point)
{
    visit("threshold", point.threshold)("clusters_x", point.clustersOfX)("clusters_y", point.clustersOfY);
    visit("distance", point.distance)("euclidean", point.euclidean);
}
struct QuantizationExperiment
{
    std::vector<QuantizationPoint> points; ///< measured points, ascending by threshold; each is a step of the
                                           ///< experiment
    int repeats = 0;                       ///< number of repeats averaged in each point
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, QuantizationExperiment &experiment)
{
    visit("points", experiment.points)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

/// Thresholds from no merging to a few clusters, for words and digits: 0 to 0.6 for cosine, 0 to 2 for Ward.
std::vector<double> defaultThresholds(Linkage linkage);
const char *linkageId(Linkage linkage); ///< Id of a linkage: "average", "ward".

/// Runs the experiment. Items and anchors are replaced by the centroids of their clusters; a relative row contains the
/// products of an item's centroid with those of the anchors. Errors: "wrong-usage", "too-few-pairs", "cancelled".
/// O(n²·d) for each threshold.
Result<QuantizationExperiment> runQuantizationExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                         const Correspondence &pairing,
                                                         const QuantizationOptions &options,
                                                         const RunContext &context = {},
                                                         Resume<QuantizationExperiment> resume = {});

/// Table with a row for each threshold.
ResultTable resultTable(const QuantizationExperiment &experiment);

template <> std::span<const Field<QuantizationOptions>> fields();
Experiment quantizationEntry();

} // namespace anchorscope
