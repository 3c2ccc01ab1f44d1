// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Options of the experiment that measures how the scores of true anchors depend on their number and on the sampler
/// that chooses them (paper RR, Fig. 6), and compares them with learned anchors (paper PARAM, Fig. 1).
struct AnchorCountOptions
{
    /// Options common to all experiments. The number of anchors is ignored, and no optimizer runs. Learned anchors also
    /// use ExperimentOptions::additionalBanks.
    ExperimentOptions base;
    std::vector<Index> counts{10, 30, 100, 300};
    std::vector<std::string> samplers{"uniform", "farthest", "kmeans", "balanced"}; ///< ids of the samplers to compare,
                                                                                    ///< from anchorSamplers()
    bool withoutLearned = false; ///< whether learned anchors (paper PARAM) are left out
    Index subset = 300;          ///< number of paired items of which learned anchors are mixtures
    Status validate() const;
};

struct AnchorCurvePoint
{
    Index anchors = 0;
    RepeatedValue value;
};

template <class Visitor> void describe(Visitor &visit, AnchorCurvePoint &point)
{
    visit("anchors", point.anchors)("value", point.value);
}
struct AnchorCurve
{
    /// Id in anchorSamplers() of the sampler that chose the anchors, or "PARAM" for learned anchors.
    std::string sampler;
    /// Id of the metric: "mrr" and "jaccard" of retrieval X → Y, or, with labels, "accuracy" (trained on X, tested on
    /// Y).
    std::string metric;
    std::vector<AnchorCurvePoint> points;
};

template <class Visitor> void describe(Visitor &visit, AnchorCurve &curve)
{
    visit("sampler", curve.sampler)("metric", curve.metric)("points", curve.points);
}
struct AnchorCountExperiment
{
    std::vector<AnchorCurve> curves;
    int repeats = 0; ///< number of completed repeats
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, AnchorCountExperiment &experiment)
{
    visit("curves", experiment.curves)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

/// Runs the experiment on the number of anchors. Errors: "wrong-usage", "too-few-pairs", "cancelled", and those of
/// retrieve().
Result<AnchorCountExperiment> runAnchorCountExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                       const Correspondence &pairing, const AnchorCountOptions &options,
                                                       const RunContext &context = {},
                                                       Resume<AnchorCountExperiment> resume = {});

/// Table of scores with one row per curve (sampler and metric) and one column per number of anchors.
ResultTable resultTable(const AnchorCountExperiment &experiment);
/// Names on screen of the sampler and of the metric of a curve.
std::string samplerLabel(const AnchorCurve &curve);
std::string metricLabel(const AnchorCurve &curve);

template <> std::span<const Field<AnchorCountOptions>> fields();
Experiment anchorCountEntry();

} // namespace anchorscope
