// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/anchorcount.h"
#include "core/anchors/samplers.h"
#include "gui/experiments/experiments.h"
#include "gui/style/translate.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

QString samplerLabel(const std::string &id)
{
    const AnchorSampler *sampler = findSampler(id);
    return sampler ? QString::fromUtf8(sampler->label) : tr("Learned (PARAM)");
}

QString metricLabel(const std::string &id)
{
    return id == "mrr"       ? tr("MRR, X → Y")
           : id == "jaccard" ? tr("Jaccard, X → Y")
                             : tr("accuracy, trained on X, tested on Y");
}

ExperimentOutcome showAnchorCount(const AnchorCountExperiment &experiment, const std::vector<Index> &counts)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("Anchors\nchosen by"), {}, false}, {tr("Score"), {}, false}};
    for (const Index count : counts)
        outcome.columns.append({tr("%1\nanchors").arg(count), {}, true});
    for (const AnchorCurve &curve : experiment.curves) {
        std::vector<ExperimentOutcome::Cell> cells{textCell(samplerLabel(curve.sampler)),
                                                   textCell(metricLabel(curve.metric))};
        BandSeries series;
        series.name = samplerLabel(curve.sampler);
        for (const AnchorCurvePoint &point : curve.points) {
            cells.push_back(repeatedCell(point.value));
            series.x.push_back(static_cast<double>(point.anchors));
            series.y.push_back(point.value.mean());
            series.band.push_back(point.value.std());
        }
        outcome.rows.push_back(std::move(cells));
        const QString title = metricLabel(curve.metric);
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
    return runOnPair(input, context, options, runAnchorCountExperiment, [&](const AnchorCountExperiment &experiment) {
        return showAnchorCount(experiment, options.counts);
    });
}

} // namespace anchorscope::gui
