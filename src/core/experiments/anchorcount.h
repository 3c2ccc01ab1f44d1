// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Options of the experiment that measures how scores depend on the number of true anchors and on the sampler that
/// chooses them (paper RR, Fig. 6), and compares these anchors with learned ones (paper PARAM, Fig. 1).
struct AnchorCountOptions
{
    /// Common options. Their number of anchors is ignored, and no optimizer runs. `additionalBanks` are used.
    ExperimentOptions base;
    std::vector<Index> counts{10, 30, 100, 300};
    std::vector<std::string> samplers{"uniform", "farthest", "kmeans", "balanced"}; ///< ids of samplers to measure
    bool withoutLearned = false;
    Index subset = 300; ///< number of paired items that learned anchors are mixtures of
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
    /// Id in anchorSamplers(), or "PARAM" for learned anchors.
    std::string sampler;
    /// Id of the metric: "mrr", "jaccard" of retrieval X → Y; with labels "accuracy" (trained on X, tested on Y).
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
    int repeats = 0;
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, AnchorCountExperiment &experiment)
{
    visit("curves", experiment.curves)("repeats", experiment.repeats)("seconds", experiment.seconds);
}

/// Returns the curves. Errors: "wrong-usage", "too-few-pairs", "cancelled", and those of retrieve().
Result<AnchorCountExperiment> runAnchorCountExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                       const Correspondence &pairing, const AnchorCountOptions &options,
                                                       const RunContext &context = {},
                                                       Resume<AnchorCountExperiment> resume = {});

ResultTable resultTable(const AnchorCountExperiment &experiment);

template <> std::span<const Field<AnchorCountOptions>> fields();

} // namespace anchorscope
