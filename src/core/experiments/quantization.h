// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"
#include "core/projection/quantize.h"

namespace anchorscope {

/// Does quantising the spaces bring their relative representations closer (RR Fig. 7)?
struct QuantizationOptions
{
    ExperimentOptions base; ///< nothing is optimised; cosine, whatever its similarity says
    Linkage linkage = Linkage::average;
    std::vector<double> thresholds = {}; ///< of the linkage; none: defaultThresholds()
    Status validate() const;
    std::vector<double> chosenThresholds() const;
};

struct QuantizationPoint
{
    double threshold = 0; ///< clusters merge up to this linkage
    Index clustersOfX = 0, clustersOfY = 0;
    Repeated distance;  ///< mean over pairs of 1 − cos of their relative rows; lower is closer
    Repeated euclidean; ///< mean over pairs of the distance of their relative rows
};

template <class Visitor> void describe(Visitor &visit, QuantizationPoint &point)
{
    visit("threshold", point.threshold)("clusters_x", point.clustersOfX)("clusters_y", point.clustersOfY);
    visit("distance", point.distance)("euclidean", point.euclidean);
}
struct QuantizationExperiment
{
    std::vector<QuantizationPoint> points; ///< by threshold; each is a step of its own
    int repeats = 0;                       ///< behind each of them
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, QuantizationExperiment &experiment)
{
    visit("points", experiment.points)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

/// From nothing merged to a few clusters, of words and of digits: 0 to 0.6 in cosine, 0 to 2 by Ward.
std::vector<double> defaultThresholds(Linkage linkage);
const char *linkageId(Linkage linkage); ///< "average", "ward"

/// Items and anchors become the centroids of their clusters, and a relative row is the products of an item's with those
/// of the anchors. Errors: "wrong-usage", "too-few-pairs", "cancelled". O(n²·d) for each threshold.
Result<QuantizationExperiment> runQuantizationExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                         const Correspondence &pairing,
                                                         const QuantizationOptions &options,
                                                         const RunContext &context = {},
                                                         Resume<QuantizationExperiment> resume = {});

/// A line for each threshold.
ResultTable resultTable(const QuantizationExperiment &experiment);

template <> std::span<const Field<QuantizationOptions>> fields();
Experiment quantizationEntry();

} // namespace anchorscope
