// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/stitchmodel.h"

#include "gui/present/labels.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

StitchModel::StitchModel(const Workspace &workspace, QObject *parent)
    : TableModel({{tr("Anchors"), tr("How both spaces are encoded"), false},
                  {tr("Vectors\n→ classifier"),
                   tr("Test vectors of the first space, read by the classifier of the second"), false},
                  {tr("Accuracy"), tr("Share of test items classified correctly"), true},
                  {tr("F1"), tr("Mean F1 of the classes, weighted by their numbers of test items"), true},
                  {tr("Macro F1"), tr("Unweighted mean F1 of the classes"), true},
                  {tr("MAE"), tr("Mean absolute difference of the labels’ values, if they are numbers"), true}},
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
    switch (column) {
    case Method:
        return row % 4 ? QString() : representationLabel(resultOf(row).representation);
    case FromTo:
        return arrowLabel(cell(row).testSpace, cell(row).trainSpace);
    default:
        if (!resultOf(row).possible)
            return column == Accuracy ? tr("not possible") : QString();
        if (const double number = value(row, column).toDouble(); std::isfinite(number))
            return QString::number(number, 'f', 3);
        return tr("–"); // the mean absolute error of labels that are not numbers
    }
}

bool StitchModel::hasErrors() const
{
    return std::ranges::any_of(m_result.rows, [](const StitchRow &row) {
        return std::ranges::any_of(
            row.cells, [&](const StitchScores &one) { return row.possible && std::isfinite(one.scores.mae); });
    });
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
        .arg(m_workspace.pair().text(m_result.provenance));
}

} // namespace anchorscope::gui
