// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/stitchmodel.h"

#include "gui/present/labels.h"

#include <cmath>

namespace anchorscope::gui {

StitchModel::StitchModel(const Workspace &workspace, QObject *parent)
    : TableModel({{tr("Anchors"), tr("How both spaces are encoded"), false},
                  {tr("Trained on"), tr("Space whose items the head was trained on"), false},
                  {tr("Tested on"), tr("Space that encodes the test items"), false},
                  {tr("Accuracy"), tr("Share of test items classified correctly"), true},
                  {tr("F1"), tr("Mean F1 of the classes, weighted by their numbers of test items"), true},
                  {tr("Macro F1"), tr("Unweighted mean F1 of the classes"), true},
                  {tr("MAE"), tr("Mean absolute difference of the labels’ values, where they are numbers"), true}},
                 parent),
      m_workspace(workspace)
{
    const auto take = [this] {
        beginResetModel();
        m_result = m_workspace.stitching();
        endResetModel();
    };
    connect(&workspace, &Workspace::stitchingChanged, this, take);
    take();
}

QString StitchModel::text(int row, int column) const
{
    static constexpr const char *trained = "XXYY";
    static constexpr const char *tested = "XYYX";
    switch (column) {
    case Method:
        return row % 4 ? QString() : representationLabel(resultOf(row).representation);
    case TrainedOn:
        return QString(trained[row % 4]);
    case TestedOn:
        return QString(tested[row % 4]);
    default:
        if (!resultOf(row).possible)
            return column == Accuracy ? tr("not possible") : QString();
        if (const double number = value(row, column).toDouble(); std::isfinite(number))
            return QString::number(number, 'f', 3);
        return tr("–"); // the mean absolute error of labels that are not numbers
    }
}

QVariant StitchModel::value(int row, int column) const
{
    const ClassificationScores &scores = cell(row).scores;
    switch (column) {
    case Method:
        return representationLabel(resultOf(row).representation);
    case Accuracy:
        return scores.accuracy;
    case WeightedF1:
        return scores.weightedF1;
    case MacroF1:
        return scores.macroF1;
    case Mae:
        return scores.mae;
    default:
        return text(row, column);
    }
}

QVariant StitchModel::extra(int, int, int role) const
{
    if (role != Qt::ToolTipRole)
        return {};
    return tr("%1 training items, %2 test items\n%3")
        .arg(m_result.trainItems)
        .arg(m_result.testItems)
        .arg(m_result.provenance.text());
}

} // namespace anchorscope::gui
