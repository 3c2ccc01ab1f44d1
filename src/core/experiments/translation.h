// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/translate/inverseprojection.h"

namespace anchorscope {

/// Translation of one space into the other by the true anchors, over pruning and subspaces (IRP Fig. 3, 4, 5, 6 and
/// Table 2; core/README.md, 8).
struct TranslationOptions
{
    ExperimentOptions base; ///< anchors, pre-processing, head, repeats; nothing is optimised
    std::vector<int> omegas{1, 4, 16};
    std::vector<double> deltas{0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9};
    double cutoff = 0.05;
    std::vector<double> norms{0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100}; ///< α of the scale-invariance curve
    Index histogramBins = 24;
    Status validate() const;
};

/// Accuracies are those of a head that was trained on the target's own unit rows and never sees a translated one
/// before it is tested; without labels they have no values.
struct TranslationCell
{
    Side source = Side::x, target = Side::y;
    int omega = 1;
    double delta = 0;
    Repeated cosine, conditionNumber, anchorsKept, accuracy;
};

/// Another way to the same end: IRP with its δ chosen by cross-validation, the maps of anchorMaps(), “VecMap”, whose
/// cosine and head are those of the common coordinates, and “Relative + decoder”, ridge regression from the target's
/// relative rows to its own rows. “Target itself” is what the head reaches on the target's own rows.
struct TranslationRival
{
    std::string method;
    Side source = Side::x, target = Side::y;
    Repeated cosine, accuracy;
};

/// Accuracy of the frozen head on test rows rescaled to norm α; it was trained at norm 1 (IRP Fig. 4).
struct ScalePoint
{
    Side target = Side::y;
    double norm = 1;
    Repeated own, translated;
};

/// Lengths of a space's rows after centring (IRP Fig. 5), as shares of their mean.
struct NormHistogram
{
    Side space = Side::x;
    double mean = 0, deviation = 0; ///< in the space's units
    std::vector<double> edges;      ///< bins + 1, in the space's units
    std::vector<Index> counts;
};

struct TranslationExperiment
{
    std::vector<TranslationCell> grid; ///< x → y and y → x, all ω × δ
    std::vector<TranslationRival> rivals;
    std::vector<ScalePoint> scale;
    std::vector<NormHistogram> norms;
    int repeats = 0; ///< that were measured
    double seconds = 0;
};

/// Errors: "too-few-pairs", "wrong-usage", "cancelled".
Result<TranslationExperiment> runTranslationExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                       const Correspondence &pairing, const TranslationOptions &options,
                                                       const RunContext &context = {},
                                                       Resume<TranslationExperiment> resume = {});

/// Lengths that rows had before they were brought to unit length.
NormHistogram normHistogram(const PreparedSpace &space, Side side, Index bins);

} // namespace anchorscope
