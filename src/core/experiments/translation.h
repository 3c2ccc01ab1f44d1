// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"
#include "core/translate/inverseprojection.h"

namespace anchorscope {

/// Items whose statistics centre or standardize the spaces: all of a space, or only its anchors (IRP: other items of
/// the target need not be known).
enum class Statistics { space, anchors };
const char *statisticsId(Statistics statistics); ///< Id of the statistics: "space", "anchors".

/// Options of translation between the spaces by true anchors, over pruning and subspaces (IRP Fig. 3, 4, 5, 6 and Table
/// 2; core/definitions.md, 8).
struct TranslationOptions
{
    ExperimentOptions base; ///< common options for anchors, pre-processing, head and repeats; nothing is optimized
    std::vector<Index> omegas{1, 4, 16};
    std::vector<double> deltas{0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9};
    double cutoff = InverseProjectionOptions().cutoff;
    Completion completion = Completion::none; ///< completion of the maps of the ω–δ grid
    Statistics statistics = Statistics::space;
    std::vector<double> norms{0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100}; ///< α of the scale-invariance curve
    std::vector<std::string> scaleHeads{"cos", "tanh", "relu"};         ///< further heads of that curve
    Index histogramBins = 24;
    Status validate() const;
};

template <> std::span<const Field<TranslationOptions>> fields();

/// Scores of one ω and δ. Anchors are not scored, unless base.retrieval includes them. Accuracies are those of a head
/// trained on the target's own unit rows and tested on translated rows; empty without labels. If source and target are
/// equal, a space is translated into itself (IRP Fig. 3, left).
struct TranslationCell
{
    Side source = Side::x, target = Side::y;
    int omega = 1;
    double delta = 0;
    RepeatedValue cosine, conditionNumber, anchorsKept, accuracy;
};

template <class Visitor> void describe(Visitor &visit, TranslationCell &cell)
{
    visit("source", cell.source)("target", cell.target)("omega", cell.omega)("delta", cell.delta);
    visit("cosine", cell.cosine)("condition_number", cell.conditionNumber)("anchors_kept", cell.anchorsKept);
    visit("accuracy", cell.accuracy);
}

/// Scores of a baseline: “IRP” with δ and completion chosen by cross-validation, “IRP, none”, “IRP, completed” and
/// “IRP, polar” with δ chosen for each, the maps of anchorMaps(), “VecMap”, whose cosine and head are those of the
/// common coordinates, and “Relative + decoder”, ridge regression from the target's relative rows to its own rows.
/// “Target itself” is the head's accuracy on the target's own rows. If the dimensions are equal, “Absolute” uses the
/// source's unprocessed vectors as vectors of the target, and “Absolute centred” uses its prepared rows.
struct TranslationBaseline
{
    std::string method;
    Side source = Side::x, target = Side::y;
    RepeatedValue cosine, accuracy;
};

template <class Visitor> void describe(Visitor &visit, TranslationBaseline &baseline)
{
    visit("method", baseline.method)("source", baseline.source)("target", baseline.target)("cosine", baseline.cosine);
    visit("accuracy", baseline.accuracy);
}

/// Accuracy of a frozen head, trained at norm 1, on test rows rescaled to norm α (IRP Fig. 4). The heads of
/// options.scaleHeads have no normalization; they are left out above 4096 dimensions.
struct ScalePoint
{
    std::string head;
    Side target = Side::y;
    double norm = 1;
    RepeatedValue own, translated;
};

template <class Visitor> void describe(Visitor &visit, ScalePoint &point)
{
    visit("head", point.head)("target", point.target)("norm", point.norm)("own", point.own);
    visit("translated", point.translated);
}

/// Distribution of the lengths of a space's rows before pre-processing (IRP Fig. 5).
struct NormHistogram
{
    Side space = Side::x;
    double mean = 0, deviation = 0; ///< mean and standard deviation of the lengths, in the space's units
    std::vector<double> edges;      ///< edges of the histogram: bins + 1 lengths, in the space's units
    std::vector<Index> counts;
};

template <class Visitor> void describe(Visitor &visit, NormHistogram &histogram)
{
    visit("space", histogram.space)("mean", histogram.mean)("std", histogram.deviation);
    visit("edges", histogram.edges)("counts", histogram.counts);
}

/// Pearson's correlations over the cells of one direction (IRP Fig. 6); NaN if one of the values does not vary.
struct TranslationCorrelations
{
    Side source = Side::x, target = Side::y;
    double cosineAccuracy = 0, conditionCosine = 0,
           keptCosine = 0; ///< correlations of two measurements each, with the logarithm of the condition number
};

template <class Visitor> void describe(Visitor &visit, TranslationCorrelations &each)
{
    visit("source", each.source)("target", each.target)("cosine_accuracy", each.cosineAccuracy);
    visit("condition_cosine", each.conditionCosine)("kept_cosine", each.keptCosine);
}

struct TranslationExperiment
{
    std::vector<TranslationCell> grid; ///< x → y, y → x, x → x and y → y, all ω × δ
    std::vector<TranslationBaseline> baselines;
    std::vector<ScalePoint> scale;
    std::vector<NormHistogram> norms;
    int repeats = 0; ///< number of completed repeats
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, TranslationExperiment &experiment)
{
    // Checkpoints do not store the norms: they are recomputed and do not depend on the repeats.
    visit("grid", experiment.grid)("rivals", experiment.baselines)("scale", experiment.scale);
    visit("repeats", experiment.repeats)("seconds", experiment.seconds);
}

/// Correlates the means of the cells of the grid, for each direction.
std::vector<TranslationCorrelations> translationCorrelations(const TranslationExperiment &experiment);

/// Runs the experiment. Errors: "too-few-pairs", "wrong-usage", "cancelled".
Result<TranslationExperiment> runTranslationExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                       const Correspondence &pairing, const TranslationOptions &options,
                                                       const RunContext &context = {},
                                                       Resume<TranslationExperiment> resume = {});

NormHistogram normHistogram(const Matrix &vectors, Side side, Index bins);

/// Table with a row for each baseline and direction.
ResultTable resultTable(const TranslationExperiment &experiment);

/// Heat maps over ω (rows) and δ (columns) for one direction, except those without values.
std::vector<ResultPlot> gridPlots(const TranslationExperiment &experiment, Side source);
/// Accuracy by the norm of the rows (IRP Fig. 4) and histograms of their lengths (IRP Fig. 5), if measured.
std::vector<ResultPlot> curvePlots(const TranslationExperiment &experiment);
Experiment translationEntry();

} // namespace anchorscope
