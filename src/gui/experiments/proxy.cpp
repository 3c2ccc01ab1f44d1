// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/proxy.h"
#include "gui/experiments/experiments.h"
#include "gui/style/translate.h"

#include <cmath>

namespace anchorscope::gui {

namespace {

QString summaryOf(const ProxyExperiment &experiment)
{
    QString text = tr("Reference: %1.").arg(QString::fromStdString(experiment.reference)) + ' ';
    text += std::isfinite(experiment.pearson)
                ? tr("Pearson's r of the others: %1").arg(experiment.pearson, 0, 'f', 3)
                : tr("No correlation: it takes at least two other spaces of different accuracy.");
    if (experiment.groups.size() > 1 && std::isfinite(experiment.meanPearson))
        text += tr("; mean of those within groups: %1").arg(experiment.meanPearson, 0, 'f', 3);
    return text;
}

ExperimentOutcome showProxy(const ProxyExperiment &experiment)
{
    ExperimentOutcome outcome = outcomeOf(resultTable(experiment));
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
        dots.x.push_back(point.similarity.mean());
        dots.y.push_back(point.accuracy.mean());
        dots.labels << QString::fromStdString(point.space);
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
    outcome.summary = summaryOf(experiment);
    return outcome;
}

} // namespace

Result<ExperimentOutcome> proxyOutcome(const ExperimentInput &input, const RunContext &context)
{
    return measureAndShow<ProxyExperiment>(
        input,
        [&](Resume<ProxyExperiment> resume) {
            const ExperimentChoices &choices = input.setup.experiments;
            return runProxyExperiment(spacesOfFile(*input.data),
                                      {spacesOptions(input), {}, {}, choices.proxyGroups, choices.proxyMinAccuracy},
                                      context, std::move(resume));
        },
        showProxy);
}

} // namespace anchorscope::gui
