// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/pairs.h"
#include "core/experiments/proxy.h"
#include "gui/experiments/outcome.h"
#include "gui/style/translate.h"

#include <cmath>

namespace anchorscope::gui {

namespace {

/// The spaces of X's file, cut as the workspace's data are.
std::vector<std::shared_ptr<const EmbeddingSet>> spacesOf(const LoadedData &data)
{
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces;
    for (const auto &space : data.datasetX->spaces)
        spaces.push_back(data.choice.maxItems > 0 && !data.choice.sample ? firstItems(space, data.choice.maxItems)
                                                                         : space);
    return spaces;
}

ExperimentOptions manyOptions(const ExperimentInput &input)
{
    ExperimentOptions options = experimentOptions(input);
    options.protocol.anchors = std::min(input.setup.anchorCount, input.data->size(Side::x));
    return options;
}

OutcomePicture mapOf(const PairMatrix &matrix, const Eigen::MatrixXd &values, const QString &title, const QString &unit)
{
    OutcomePicture picture;
    picture.title = title;
    picture.unit = unit;
    picture.xTitle = tr("to, tested on");
    picture.yTitle = tr("from, trained on");
    picture.map = values;
    picture.spaces = true;
    for (const std::string &space : matrix.spaces)
        picture.rows << QString::fromStdString(space);
    picture.columns = picture.rows;
    return picture;
}

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

ExperimentOutcome showPairs(const PairMatrix &matrix)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("From, trained on"), {}, false},
                       {tr("To, tested on"), {}, false},
                       {tr("MRR"), {}, true},
                       {tr("Accuracy"), {}, true},
                       {tr("CKA"), tr("Linear centred kernel alignment of the spaces themselves"), true}};
    for (Index i = 0; i < matrix.mrr.rows(); ++i) {
        for (Index j = 0; j < matrix.mrr.cols(); ++j)
            outcome.rows.push_back({textCell(QString::fromStdString(matrix.spaces[static_cast<std::size_t>(i)])),
                                    textCell(QString::fromStdString(matrix.spaces[static_cast<std::size_t>(j)])),
                                    numberCell(matrix.mrr(i, j)), numberCell(matrix.accuracy(i, j)),
                                    numberCell(matrix.alignment(i, j))});
    }
    outcome.pictures.push_back(mapOf(matrix, matrix.mrr, tr("Retrieval by relative vectors"), tr("MRR")));
    if (matrix.accuracy.allFinite())
        outcome.pictures.push_back(mapOf(matrix, matrix.accuracy, tr("Zero-shot stitching"), tr("accuracy")));
    outcome.pictures.push_back(mapOf(matrix, matrix.alignment, tr("Linear CKA of the spaces"), tr("CKA")));
    return outcome;
}

} // namespace

Result<ExperimentOutcome> runProxyKind(const ExperimentInput &input, const RunContext &context)
{
    return measureAndShow<ProxyExperiment>(
        input,
        [&](Resume<ProxyExperiment> resume) {
            return runProxyExperiment(spacesOf(*input.data), {manyOptions(input), {}}, context, std::move(resume));
        },
        showProxy);
}

Result<ExperimentOutcome> runPairsKind(const ExperimentInput &input, const RunContext &context)
{
    return measureAndShow<PairMatrix>(
        input,
        [&](Resume<PairMatrix> resume) {
            return runPairMatrix(spacesOf(*input.data), manyOptions(input), context, std::move(resume));
        },
        showPairs);
}

} // namespace anchorscope::gui
