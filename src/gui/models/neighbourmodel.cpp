// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/neighbourmodel.h"

#include "gui/display/itemtext.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"

namespace anchorscope::gui {

namespace {

QString similarityText(const QVariant &similarity)
{
    return similarity.isValid() ? decimals(3)(similarity) : QString();
}

} // namespace

NeighbourModel::NeighbourModel(const Workspace &workspace, const InspectorController &inspector, QObject *parent)
    : TableModel(
          {{tr("#"), tr("Rank in both lists"), true, [](int row) { return row + 1; }},
           {QString(), tr("= also near in Y, − lost in Y"), false,
            [this](int row) { return pair(row).x == noItem ? QString()
                                     : pair(row).sharedX   ? "="
                                                           : "−"; }},
           {tr("Near in X"), tr("Nearest items in X, most similar first"), false,
            [this](int row) { return name(Side::x, pair(row).x); }},
           {tr("Sim."), tr("Cosine similarity in X"), true,
            [this](int row) { return pair(row).x == noItem ? QVariant() : pair(row).similarityX; }, similarityText},
           {QString(), tr("= also near in X, + new in Y"), false,
            [this](int row) { return pair(row).y == noItem ? QString()
                                     : pair(row).sharedY   ? "="
                                                           : "+"; }},
           {tr("Near in Y"), tr("Nearest items of the partner in Y, most similar first"), false,
            [this](int row) { return name(Side::y, pair(row).y); }},
           {tr("Sim."), tr("Cosine similarity in Y"), true,
            [this](int row) { return pair(row).y == noItem ? QVariant() : pair(row).similarityY; }, similarityText}},
          parent),
      m_workspace(workspace)
{
    connect(&inspector, &InspectorController::changed, this, [this, &inspector] {
        beginResetModel();
        m_pairs = inspector.inspection().neighbours;
        endResetModel();
    });
}

QString NeighbourModel::name(Side side, ItemIndex item) const
{
    return item == noItem ? QString() : itemName(*m_workspace.data(), side, item);
}

QVariant NeighbourModel::extra(int row, int column, int role) const
{
    const bool ofX = column < MarkY;
    const ItemIndex item = ofX ? pair(row).x : pair(row).y;
    if (item == noItem || column == Rank)
        return {};
    if (role == Qt::ForegroundRole && (column == MarkX || column == MarkY))
        return (ofX ? pair(row).sharedX : pair(row).sharedY) ? okColour() : warningColour();
    const Side side = ofX ? Side::x : Side::y;
    if (role == Qt::DecorationRole && (column == ItemX || column == ItemY))
        return cellThumbnail(m_workspace.data()->items(side), item);
    if (role == Qt::ToolTipRole) {
        const QString label = QString::fromStdString(m_workspace.data()->items(side).labelName(item));
        const QString verdict = (ofX ? pair(row).sharedX : pair(row).sharedY) ? tr("near in both spaces")
                                : ofX                                         ? tr("lost: not near in Y")
                                                                              : tr("new: not near in X");
        return label.isEmpty() ? verdict : shownName(label) + "\n" + verdict;
    }
    return {};
}

} // namespace anchorscope::gui
