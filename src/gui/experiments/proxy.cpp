// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/proxy.h"
#include "gui/experiments/experiments.h"
#include "gui/style/translate.h"

#include <cmath>

namespace anchorscope::gui {

namespace {

ExperimentOutcome showProxy(const ProxyExperiment &experiment)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("Space"), {}, false},
                       {tr("Similarity"), tr("Mean cosine of its relative vectors and the reference's"), true},
                       {tr("Accuracy"), tr("Of a classifier on the space itself"), true}};
    OutcomePicture picture;
    const QString reference = QString::fromStdString(experiment.reference);
    const bool correlated = std::isfinite(experiment.pearson);
    const QString correlation = QString::number(experiment.pearson, 'f', 3);
    picture.title = tr("Similarity to %1 against accuracy").arg(reference);
    if (correlated)
        picture.title += tr(", r = %1").arg(correlation);
    picture.xTitle = tr("similarity to the reference");
    picture.yTitle = tr("accuracy");
    BandSeries dots, fit;
    dots.kind = BandSeries::Kind::Dots;
    dots.name = tr("spaces");
    double low = 1, high = -1;
    for (const ProxyPoint &point : experiment.points) {
        const QString name = QString::fromStdString(point.space);
        outcome.rows.push_back({textCell(name), repeatedCell(point.similarity), repeatedCell(point.accuracy)});
        dots.x.push_back(point.similarity.mean());
        dots.y.push_back(point.accuracy.mean());
        dots.labels << name;
        low = std::min(low, point.similarity.mean());
        high = std::max(high, point.similarity.mean());
    }
    picture.series.push_back(std::move(dots));
    if (std::isfinite(experiment.slope)) {
        fit.name = tr("line of least squares, without the reference");
        fit.dashed = true;
        fit.x = {low, high};
        fit.y = {experiment.intercept + experiment.slope * low, experiment.intercept + experiment.slope * high};
        picture.series.push_back(std::move(fit));
    }
    outcome.pictures.push_back(std::move(picture));
    outcome.summary = tr("Reference: %1.").arg(reference) + ' ' +
                      (correlated ? tr("Pearson's r of the others: %1").arg(correlation)
                                  : tr("No correlation: it takes at least two other spaces of different accuracy."));
    return outcome;
}

} // namespace

Result<ExperimentOutcome> proxyOutcome(const ExperimentInput &input, const RunContext &context)
{
    return measureAndShow<ProxyExperiment>(
        input,
        [&](Resume<ProxyExperiment> resume) {
            return runProxyExperiment(spacesOfFile(*input.data), {spacesOptions(input), {}}, context,
                                      std::move(resume));
        },
        showProxy);
}

} // namespace anchorscope::gui
