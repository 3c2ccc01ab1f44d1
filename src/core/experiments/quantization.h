// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"

namespace anchorscope {

/// Does quantising the spaces bring their relative representations closer (RR Fig. 7)?
struct QuantizationOptions
{
    ExperimentOptions base; ///< nothing is optimised; cosine, whatever its similarity says
    std::vector<double> thresholds{0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    Status validate() const;
};

struct QuantizationPoint
{
    double threshold = 0; ///< clusters merge up to this mean cosine distance
    Index clustersOfX = 0, clustersOfY = 0;
    Repeated distance; ///< mean over pairs of 1 − cos of their relative rows; lower is closer
};
struct QuantizationExperiment
{
    std::vector<QuantizationPoint> points; ///< by threshold; each is a step of its own
    int repeats = 0;                       ///< behind each of them
    double seconds = 0;
};

/// Errors: "wrong-usage", "too-few-pairs", "cancelled". O(n²·d) for each threshold.
Result<QuantizationExperiment> runQuantizationExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                         const Correspondence &pairing,
                                                         const QuantizationOptions &options,
                                                         const RunContext &context = {},
                                                         Resume<QuantizationExperiment> resume = {});

} // namespace anchorscope
