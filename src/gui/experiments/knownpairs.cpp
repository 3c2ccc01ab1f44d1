// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/knownpairs.h"
#include "gui/experiments/experiments.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

void addPoint(BandSeries &series, Index pairs, const ShareEstimate &share)
{
    series.x.push_back(static_cast<double>(pairs));
    series.y.push_back(share.value);
    series.band.push_back(share.value - share.low);
    series.bandAbove.push_back(share.high - share.value);
}

ExperimentOutcome showKnownPairs(const KnownPairsExperiment &experiment)
{
    ExperimentOutcome outcome = outcomeOf(resultTable(experiment));
    BandSeries measured, further;
    measured.name = tr("measured, 95% interval");
    further.name = tr("extrapolated, not measured");
    further.dashed = true;
    for (const KnownPairsPoint &point : experiment.points)
        addPoint(measured, point.pairs, point.share);
    if (!experiment.extrapolated.empty())
        addPoint(further, experiment.points.back().pairs, experiment.points.back().share);
    for (const ExtrapolatedPoint &point : experiment.extrapolated)
        addPoint(further, point.pairs, point.share);
    OutcomePicture picture;
    picture.title = tr("Held-out pairs that are found");
    picture.xTitle = tr("known pairs");
    picture.yTitle = tr("share found");
    picture.logarithmicX = true;
    picture.series.push_back(std::move(measured));
    if (!further.x.empty())
        picture.series.push_back(std::move(further));
    outcome.pictures.push_back(std::move(picture));
    outcome.summary = QString::fromStdString(knownPairsSentence(experiment));
    return outcome;
}

} // namespace

Result<ExperimentOutcome> knownPairsOutcome(const ExperimentInput &input, const RunContext &context)
{
    KnownPairsOptions options;
    options.base = experimentOptions(input);
    options.base.protocol.optimize.method = methodFor(input.setup);
    if (!input.data->hasTruth())
        options.base.protocol.seedPairs = input.setup.seeds;
    return runOnPair(input, context, options, runKnownPairsExperiment, showKnownPairs);
}

} // namespace anchorscope::gui
