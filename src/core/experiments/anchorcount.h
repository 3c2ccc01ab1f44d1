// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Scores of true anchors by their number and sampler (RR Fig. 6), compared with learned anchors (PARAM Fig. 1).
struct AnchorCountOptions
{
    /// Common options. The number of anchors is ignored; nothing is optimized. Learned anchors also use the additional
    /// banks.
    ExperimentOptions base;
    std::vector<Index> counts{10, 30, 100, 300};
    std::vector<std::string> samplers{"uniform", "farthest", "kmeans", "balanced"}; ///< ids of the samplers to compare,
                                                                                    ///< from anchorSamplers()
    bool withoutLearned = false; ///< true: leaves out learned anchors (PARAM)
    Index subset = 300;          ///< number of paired items that learned anchors are mixtures of
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
    std::string sampler; ///< id of the sampler in anchorSamplers(), or "PARAM"
    std::string metric;  ///< id of the metric: "mrr", "jaccard" (X → Y), "accuracy" (trained on X, tested on Y; needs
                         ///< labels)
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

/// Runs the experiment. Errors: "wrong-usage", "too-few-pairs", "cancelled", and those of retrieval.
Result<AnchorCountExperiment> runAnchorCountExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                       const Correspondence &pairing, const AnchorCountOptions &options,
                                                       const RunContext &context = {},
                                                       Resume<AnchorCountExperiment> resume = {});

/// Table with a row for each curve and a column for each number of anchors.
ResultTable resultTable(const AnchorCountExperiment &experiment);
/// Names on screen of the sampler and the metric of a curve.
std::string samplerLabel(const AnchorCurve &curve);
std::string metricLabel(const AnchorCurve &curve);

template <> std::span<const Field<AnchorCountOptions>> fields();
Experiment anchorCountEntry();

} // namespace anchorscope
