// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/learnedanchors.h"
#include "gui/experiments/experiments.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"
#include "jobs/throttle.h"

namespace anchorscope::gui {

namespace {

constexpr std::chrono::milliseconds liveInterval(150);

OutcomePicture lossPicture(const LearningCurve &curve)
{
    OutcomePicture picture;
    picture.title = tr("Loss, learned without %1").arg(sideLabel(curve.tested));
    picture.xTitle = tr("step");
    picture.yTitle = tr("weighted loss; lower is better");
    const std::pair<QString, double LearnedAnchorsStep::*> terms[] = {
        {tr("sum"), &LearnedAnchorsStep::loss},
        {tr("soft Jaccard"), &LearnedAnchorsStep::jaccard},
        {tr("Barlow Twins"), &LearnedAnchorsStep::barlow},
        {tr("alignment and uniformity"), &LearnedAnchorsStep::alignment},
        {tr("cohesion"), &LearnedAnchorsStep::cohesion}};
    for (const auto &[name, term] : terms) {
        BandSeries series;
        series.name = name;
        for (const LearnedAnchorsStep &step : curve.steps) {
            series.x.push_back(step.step);
            series.y.push_back(step.*term);
        }
        picture.series.push_back(std::move(series));
    }
    return picture;
}

ExperimentOutcome showLearning(const LearningExperiment &experiment)
{
    ExperimentOutcome outcome = outcomeOf(resultTable(experiment));
    for (const LearningCurve &curve : experiment.curves) {
        if (!curve.steps.empty())
            outcome.pictures.push_back(lossPicture(curve));
    }
    return outcome;
}

} // namespace

Result<ExperimentOutcome> learnedAnchorsOutcome(const ExperimentInput &input, const RunContext &context)
{
    LearningOptions options;
    options.base = experimentOptions(input);
    options.subset = anchorsAmong(input.data->pair.pairing.pairs(), options.subset);
    Throttle throttle(liveInterval);
    LearningExperiment live;
    live.curves = {{Side::x, {}}, {Side::y, {}}};
    const auto onStep = [&](Side tested, const LearnedAnchorsStep &step) {
        live.curves[tested == Side::x ? 0 : 1].steps.push_back(step);
        if (input.onPartly && throttle.pass())
            input.onPartly(showLearning(live));
    };
    const auto &pair = input.data->pair;
    return measureAndShow<LearningExperiment>(
        input,
        [&](Resume<LearningExperiment> resume) {
            return runLearningExperiment(*pair.x, *pair.y, pair.pairing, options, context, std::move(resume), onStep);
        },
        showLearning);
}

} // namespace anchorscope::gui
