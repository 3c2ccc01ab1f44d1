// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/samplers.h"
#include "core/experiments/anchorcount.h"
#include "core/experiments/quantization.h"
#include "core/experiments/translation.h"
#include "gui/experiments/outcome.h"
#include "gui/experiments/translationpictures.h"
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

ExperimentOutcome showTranslation(const TranslationExperiment &experiment)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("Method"), {}, false},
                       {tr("Translation"), {}, false},
                       {tr("Cosine"), tr("Mean cosine to the true partner"), true},
                       {tr("Accuracy"), tr("Of the target's own classifier on translated items"), true}};
    for (const TranslationRival &rival : experiment.rivals)
        outcome.rows.push_back({textCell(QString::fromStdString(rival.method)),
                                textCell(rival.source == 'x' ? tr("X → Y") : tr("Y → X")), repeatedCell(rival.cosine),
                                repeatedCell(rival.accuracy)});
    for (const char source : {'x', 'y'}) {
        for (const TranslationValue value : {TranslationValue::Cosine, TranslationValue::Condition,
                                             TranslationValue::Kept, TranslationValue::Accuracy})
            outcome.pictures.push_back(translationMap(experiment, source, value));
    }
    outcome.pictures.push_back(scalePicture(experiment));
    outcome.pictures.push_back(normPicture(experiment));
    std::erase_if(outcome.pictures,
                  [](const OutcomePicture &each) { return each.map.size() == 0 && each.series.empty(); });
    return outcome;
}

} // namespace

Result<ExperimentOutcome> runAnchorCountKind(const ExperimentInput &input, const RunContext &context)
{
    AnchorCountOptions options;
    options.base = experimentOptions(input);
    std::erase_if(options.counts, [&](Index count) { return count > input.data->pair.pairing.pairs(); });
    return runOnPair(input, context, options, runAnchorCountExperiment, [&](const AnchorCountExperiment &experiment) {
        return showAnchorCount(experiment, options.counts);
    });
}

Result<ExperimentOutcome> runQuantizationKind(const ExperimentInput &input, const RunContext &context)
{
    QuantizationOptions options;
    options.base = experimentOptions(input);
    return runOnPair(input, context, options, runQuantizationExperiment, showQuantization);
}

Result<ExperimentOutcome> runTranslationKind(const ExperimentInput &input, const RunContext &context)
{
    TranslationOptions options;
    options.base = experimentOptions(input);
    return runOnPair(input, context, options, runTranslationExperiment, showTranslation);
}

} // namespace anchorscope::gui
