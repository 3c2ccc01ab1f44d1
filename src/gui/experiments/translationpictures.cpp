// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/translationpictures.h"

#include "gui/present/labels.h"
#include "gui/style/translate.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

const Repeated &valueOf(const TranslationCell &cell, TranslationValue value)
{
    switch (value) {
    case TranslationValue::Condition:
        return cell.conditionNumber;
    case TranslationValue::Kept:
        return cell.anchorsKept;
    case TranslationValue::Accuracy:
        return cell.accuracy;
    case TranslationValue::Cosine:
        break;
    }
    return cell.cosine;
}

template <class Value> void addOnce(std::vector<Value> &values, Value value)
{
    if (std::ranges::count(values, value) == 0)
        values.push_back(value);
}

} // namespace

QString translationValueLabel(TranslationValue value)
{
    switch (value) {
    case TranslationValue::Condition:
        return tr("condition number");
    case TranslationValue::Kept:
        return tr("anchors kept");
    case TranslationValue::Accuracy:
        return tr("accuracy");
    case TranslationValue::Cosine:
        break;
    }
    return tr("cosine to the true partner");
}

OutcomePicture translationMap(const TranslationExperiment &experiment, Side source, TranslationValue value)
{
    std::vector<int> omegas;
    std::vector<double> deltas;
    for (const TranslationCell &cell : experiment.grid) {
        if (cell.source == source && cell.target != source && !valueOf(cell, value).empty()) {
            addOnce(omegas, cell.omega);
            addOnce(deltas, cell.delta);
        }
    }
    OutcomePicture picture;
    picture.unit = translationValueLabel(value);
    picture.title = arrowLabel(source, other(source)) + ": " + picture.unit;
    picture.yTitle = tr("subspaces ω");
    picture.xTitle = tr("pruning distance δ");
    picture.map = Eigen::MatrixXd::Zero(static_cast<Index>(omegas.size()), static_cast<Index>(deltas.size()));
    for (const int omega : omegas)
        picture.rows << QString::number(omega);
    for (const double delta : deltas)
        picture.columns << QString::number(delta);
    for (const TranslationCell &cell : experiment.grid) {
        if (cell.source != source || cell.target == source || valueOf(cell, value).empty())
            continue;
        const auto row = std::ranges::find(omegas, cell.omega) - omegas.begin();
        const auto column = std::ranges::find(deltas, cell.delta) - deltas.begin();
        picture.map(row, column) = valueOf(cell, value).mean();
    }
    return picture;
}

OutcomePicture scalePicture(const TranslationExperiment &experiment)
{
    OutcomePicture picture;
    picture.title = tr("Accuracy of a frozen classifier by scale");
    picture.xTitle = tr("norm of the rows (trained at 1)");
    picture.yTitle = tr("accuracy");
    picture.logarithmicX = true;
    std::vector<std::pair<std::string, Side>> heads;
    for (const ScalePoint &point : experiment.scale)
        addOnce(heads, {point.head, point.target});
    for (const auto &[head, target] : heads) {
        BandSeries own, translated;
        own.name = tr("%1, own rows, %2").arg(sideLabel(target), QString::fromStdString(head));
        translated.name =
            tr("%1 in %2, %3").arg(sideLabel(other(target)), sideLabel(target), QString::fromStdString(head));
        for (const ScalePoint &point : experiment.scale) {
            if (point.target != target || point.head != head)
                continue;
            for (auto &[series, values] : {std::pair(&own, &point.own), {&translated, &point.translated}}) {
                series->x.push_back(point.norm);
                series->y.push_back(values->mean());
                series->band.push_back(values->std());
            }
        }
        if (!own.x.empty()) {
            picture.series.push_back(std::move(own));
            picture.series.push_back(std::move(translated));
        }
    }
    return picture;
}

OutcomePicture normPicture(const TranslationExperiment &experiment)
{
    OutcomePicture picture;
    picture.title = tr("Lengths of the rows, as shares of their mean");
    picture.xTitle = tr("length / mean length");
    picture.yTitle = tr("share of items");
    for (const NormHistogram &histogram : experiment.norms) {
        BandSeries series;
        series.kind = BandSeries::Kind::Bars;
        series.name = sideLabel(histogram.space);
        double items = 0;
        for (const Index count : histogram.counts)
            items += static_cast<double>(count);
        for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
            series.x.push_back(0.5 * (histogram.edges[bin] + histogram.edges[bin + 1]) /
                               std::max(1e-12, histogram.mean));
            series.y.push_back(static_cast<double>(histogram.counts[bin]) / std::max(1.0, items));
        }
        picture.series.push_back(std::move(series));
    }
    return picture;
}

} // namespace anchorscope::gui
