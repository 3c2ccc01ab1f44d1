// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/quantization.h"
#include "gui/experiments/experiments.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

ExperimentOutcome showQuantization(const QuantizationExperiment &experiment)
{
    ExperimentOutcome outcome = outcomeOf(resultTable(experiment));
    BandSeries series, euclidean;
    series.name = tr("1 − cosine");
    euclidean.name = tr("distance");
    for (const QuantizationPoint &point : experiment.points) {
        series.x.push_back(point.threshold);
        series.y.push_back(point.distance.mean());
        series.band.push_back(point.distance.std());
        euclidean.x.push_back(point.threshold);
        euclidean.y.push_back(point.euclidean.mean());
        euclidean.band.push_back(point.euclidean.std());
    }
    for (BandSeries *each : {&series, &euclidean}) {
        OutcomePicture picture;
        picture.title = tr("Paired relative vectors, %1; lower is closer").arg(each->name);
        picture.xTitle = tr("threshold of the clusters");
        picture.yTitle = each->name;
        picture.series.push_back(std::move(*each));
        outcome.pictures.push_back(std::move(picture));
    }
    return outcome;
}

} // namespace

Result<ExperimentOutcome> quantizationOutcome(const ExperimentInput &input, const RunContext &context)
{
    QuantizationOptions options;
    options.base = experimentOptions(input);
    options.linkage = input.setup.experiments.linkage;
    return runOnPair(input, context, options, runQuantizationExperiment, showQuantization);
}

} // namespace anchorscope::gui
