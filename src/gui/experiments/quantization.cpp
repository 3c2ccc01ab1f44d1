// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/quantization.h"
#include "gui/experiments/experiments.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

ExperimentOutcome showQuantization(const QuantizationExperiment &experiment)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("Threshold"), tr("Rows merge up to this mean cosine distance"), true},
                       {tr("Clusters in X"), {}, true},
                       {tr("Clusters in Y"), {}, true},
                       {tr("Distance"), tr("Mean of 1 − cosine of paired relative vectors; lower is closer"), true}};
    BandSeries series;
    series.name = tr("distance");
    for (const QuantizationPoint &point : experiment.points) {
        outcome.rows.push_back({numberCell(point.threshold, 2), numberCell(static_cast<double>(point.clustersOfX), 0),
                                numberCell(static_cast<double>(point.clustersOfY), 0), repeatedCell(point.distance)});
        series.x.push_back(point.threshold);
        series.y.push_back(point.distance.mean());
        series.band.push_back(point.distance.std());
    }
    OutcomePicture picture;
    picture.title = tr("Distance of paired relative vectors; lower is closer");
    picture.xTitle = tr("threshold of the clusters (cosine distance)");
    picture.yTitle = tr("mean of 1 − cosine");
    picture.series.push_back(std::move(series));
    outcome.pictures.push_back(std::move(picture));
    return outcome;
}

} // namespace

Result<ExperimentOutcome> quantizationOutcome(const ExperimentInput &input, const RunContext &context)
{
    QuantizationOptions options;
    options.base = experimentOptions(input);
    return runOnPair(input, context, options, runQuantizationExperiment, showQuantization);
}

} // namespace anchorscope::gui
