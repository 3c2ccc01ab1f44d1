// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/knownpairs.h"
#include "gui/experiments/experiments.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

ExperimentOutcome::Cell intervalCell(const ShareEstimate &share)
{
    return textCell(tr("%1 to %2").arg(share.low, 0, 'f', 3).arg(share.high, 0, 'f', 3));
}

void addPoint(BandSeries &series, Index pairs, const ShareEstimate &share)
{
    series.x.push_back(static_cast<double>(pairs));
    series.y.push_back(share.value);
    series.band.push_back(share.value - share.low);
    series.bandAbove.push_back(share.high - share.value);
}

ExperimentOutcome showKnownPairs(const KnownPairsExperiment &experiment)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("Known\npairs"), tr("Pairs given to the method"), true},
                       {tr("Held out\nand retrieved"), {}, true},
                       {tr("Found"), tr("Share of held-out pairs that are retrieved, mean of both directions"), true},
                       {tr("95% interval"), {}, false},
                       {tr("MRR"),
                        tr("MRR of the held-out pairs by the cosine of canonical coordinates, mean of both directions"),
                        true},
                       {tr("Seconds"), tr("Time of the alignment"), true}};
    BandSeries measured, further;
    measured.name = tr("measured, 95% interval");
    further.name = tr("extrapolated, not measured");
    further.dashed = true;
    for (const KnownPairsPoint &point : experiment.points) {
        outcome.rows.push_back({numberCell(static_cast<double>(point.pairs), 0),
                                numberCell(static_cast<double>(point.leftOut), 0), repeatedCell(point.found),
                                intervalCell(point.share), repeatedCell(point.mrr),
                                numberCell(point.seconds.mean(), 1)});
        addPoint(measured, point.pairs, point.share);
    }
    if (!experiment.extrapolated.empty())
        addPoint(further, experiment.points.back().pairs, experiment.points.back().share);
    for (const ExtrapolatedPoint &point : experiment.extrapolated) {
        outcome.rows.push_back({numberCell(static_cast<double>(point.pairs), 0), textCell(tr("extrapolated")),
                                numberCell(point.share.value), intervalCell(point.share), textCell("–"),
                                textCell("–")});
        addPoint(further, point.pairs, point.share);
    }
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
    options.base.protocol.optimize.method = engineOf(input.setup);
    if (!input.data->hasTruth())
        options.base.protocol.seedPairs = input.setup.seeds;
    return runOnPair(input, context, options, runKnownPairsExperiment, showKnownPairs);
}

} // namespace anchorscope::gui
