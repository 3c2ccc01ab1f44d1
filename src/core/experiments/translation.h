// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"
#include "core/translate/inverseprojection.h"

namespace anchorscope {

/// Items that determine mean and deviation for centring or standardizing a space: all, or the anchors (paper IRP).
enum class Statistics { space, anchors };
const char *statisticsId(Statistics statistics);

/// Options of the experiment that translates vectors between spaces by true anchors, with inverse relative projection
/// (IRP) for several values of its parameters ω and δ (paper IRP, Fig. 3, 4, 5, 6 and Table 2; core/definitions.md, 8).
struct TranslationOptions
{
    ExperimentOptions base; ///< only options of anchors, pre-processing, head and repeats are used
    std::vector<Index> omegas{1, 4, 16};
    std::vector<double> deltas{0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9};
    double cutoff = InverseProjectionOptions().cutoff;
    Completion completion = Completion::none; ///< how maps of subspaces become a translation, for all ω and δ
    Statistics statistics = Statistics::space;
    /// Norms α to which test rows are rescaled (ScalePoint).
    std::vector<double> norms{0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100};
    /// Network heads that are tested on rescaled rows, in addition to the chosen head.
    std::vector<std::string> scaleHeads{"cos", "tanh", "relu"};
    Index histogramBins = 24;
    Status validate() const;
};

template <> std::span<const Field<TranslationOptions>> fields();

/// Scores of inverse relative projection (IRP) for one ω (number of averaged prunings) and one δ (pruning distance).
/// Anchors are not scored, unless base.retrieval includes them. Accuracies are those of a head trained on unit rows of
/// the target and tested on translated rows; empty without labels. If source and target are the same space, it is
/// translated into itself (paper IRP, Fig. 3, left).
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

/// Scores of one method of translation: “IRP” with δ and completion chosen by cross-validation; “IRP, none”, “IRP,
/// completed” and “IRP, polar” with δ chosen for each completion; the maps of anchorMaps(); “VecMap”, with cosine and
/// head in the common coordinates; “Relative + decoder”, ridge regression from the relative vectors of the target to
/// its rows; “Target itself”, the accuracy of the head on rows of the target. If the dimensions are equal, “Absolute”
/// and “Absolute centred” use original and prepared vectors of the source as vectors of the target.
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

/// Accuracy of a frozen head, trained on rows of norm 1, for test rows rescaled to norm α (paper IRP, Fig. 4). The
/// heads in options.scaleHeads have no normalization; above 4096 dimensions they are omitted.
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

/// Histogram of the norms of a space's vectors before pre-processing (paper IRP, Fig. 5).
struct NormHistogram
{
    Side space = Side::x;
    double mean = 0, deviation = 0;
    std::vector<double> edges; ///< edges of the bins (bins + 1), in the unit of the vectors
    std::vector<Index> counts;
};

template <class Visitor> void describe(Visitor &visit, NormHistogram &histogram)
{
    visit("space", histogram.space)("mean", histogram.mean)("std", histogram.deviation);
    visit("edges", histogram.edges)("counts", histogram.counts);
}

/// Pearson's correlations between two scores of a translation, over all TranslationCells of one direction (paper IRP,
/// Fig. 6). The cells differ in the number of prunings ω and the pruning distance δ. NaN if a score is constant.
struct TranslationCorrelations
{
    Side source = Side::x, target = Side::y;
    /// Correlations: cosine with accuracy; log condition number with cosine; number of retained anchors with cosine;
    /// log condition number with number of retained anchors. The paper reports 0.7 for the first, 0.93 for the last.
    double cosineAccuracy = 0, conditionCosine = 0, keptCosine = 0, conditionKept = 0;
};

template <class Visitor> void describe(Visitor &visit, TranslationCorrelations &each)
{
    visit("source", each.source)("target", each.target)("cosine_accuracy", each.cosineAccuracy);
    visit("condition_cosine", each.conditionCosine)("kept_cosine", each.keptCosine)("condition_kept",
                                                                                    each.conditionKept);
}

struct TranslationExperiment
{
    /// Scores of inverse relative projection for all ω and δ in the directions x → y, y → x, x → x and y → y.
    std::vector<TranslationCell> grid;
    std::vector<TranslationBaseline> baselines;
    std::vector<ScalePoint> scale;
    std::vector<NormHistogram> norms;
    int repeats = 0;
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, TranslationExperiment &experiment)
{
    // Checkpoints do not contain `norms`, which do not depend on repeats and are recomputed.
    visit("grid", experiment.grid)("rivals", experiment.baselines)("scale", experiment.scale);
    visit("repeats", experiment.repeats)("seconds", experiment.seconds);
}

std::vector<TranslationCorrelations> translationCorrelations(const TranslationExperiment &experiment);

/// Runs the experiment. Errors: "too-few-pairs", "wrong-usage", "cancelled".
Result<TranslationExperiment> runTranslationExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                       const Correspondence &pairing, const TranslationOptions &options,
                                                       const RunContext &context = {},
                                                       Resume<TranslationExperiment> resume = {});

NormHistogram normHistogram(const Matrix &vectors, Side side, Index bins);

ResultTable resultTable(const TranslationExperiment &experiment);

/// Heat maps of scores over ω (rows) and δ (columns), for one direction. Maps without values are omitted.
std::vector<ResultPlot> gridPlots(const TranslationExperiment &experiment, Side source);
/// Plots of accuracy by norm (paper IRP, Fig. 4) and of the histograms of norms (IRP, Fig. 5); empty if not measured.
std::vector<ResultPlot> curvePlots(const TranslationExperiment &experiment);

} // namespace anchorscope
