// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/anchorcount.h"
#include "gui/experiments/experiments.h"
#include "gui/style/translate.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

ExperimentOutcome showAnchorCount(const AnchorCountExperiment &experiment)
{
    ExperimentOutcome outcome = outcomeOf(resultTable(experiment));
    for (const AnchorCurve &curve : experiment.curves) {
        BandSeries series;
        series.name = tr(samplerLabel(curve).c_str());
        for (const AnchorCurvePoint &point : curve.points) {
            series.x.push_back(static_cast<double>(point.anchors));
            series.y.push_back(point.value.mean());
            series.band.push_back(point.value.std());
        }
        const QString title = tr(metricLabel(curve).c_str());
        auto picture = std::ranges::find(outcome.pictures, title, &OutcomePicture::yTitle);
        if (picture == outcome.pictures.end()) {
            OutcomePicture fresh;
            fresh.title = tr("By number of anchors: ") + title;
            fresh.xTitle = tr("anchors");
            fresh.yTitle = title;
            fresh.logarithmicX = true;
            picture = outcome.pictures.insert(picture, fresh);
        }
        picture->series.push_back(std::move(series));
    }
    return outcome;
}

} // namespace

Result<ExperimentOutcome> anchorCountOutcome(const ExperimentInput &input, const RunContext &context)
{
    AnchorCountOptions options;
    options.base = experimentOptions(input);
    const Index pairs = input.data->pair.pairing.pairs();
    std::erase_if(options.counts, [&](Index count) { return count >= pairs; }); // some are left to score
    options.subset = anchorsAmong(pairs, options.subset);
    return runOnPair(input, context, options, runAnchorCountExperiment, showAnchorCount);
}

} // namespace anchorscope::gui
