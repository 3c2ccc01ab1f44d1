// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/neighbourmodel.h"

#include "gui/present/itemtext.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"

#include <QPixmap>

namespace anchorscope::gui {

NeighbourModel::NeighbourModel(const Workspace &workspace, const InspectorController &inspector, QObject *parent)
    : TableModel({{tr("#"), tr("Rank in both lists"), true},
                  {QString(), tr("= also near in Y, − lost in Y"), false},
                  {tr("Near in X"), tr("Nearest items in X, most similar first"), false},
                  {tr("Sim."), tr("Cosine similarity in X"), true},
                  {QString(), tr("= also near in X, + new in Y"), false},
                  {tr("Near in Y"), tr("Nearest items of the partner in Y, most similar first"), false},
                  {tr("Sim."), tr("Cosine similarity in Y"), true}},
                 parent),
      m_workspace(workspace)
{
    connect(&inspector, &InspectorController::changed, this, [this, &inspector] {
        beginResetModel();
        m_pairs = inspector.inspection().neighbours;
        endResetModel();
    });
}

QString NeighbourModel::text(int row, int column) const
{
    const NeighbourPair &of = pair(row);
    switch (column) {
    case Rank:
        return QString::number(row + 1);
    case MarkX:
        return of.x == noItem ? QString() : of.sharedX ? "=" : "−";
    case ItemX:
        return of.x == noItem ? QString() : itemName(*m_workspace.data(), Side::x, of.x);
    case SimilarityX:
        return of.x == noItem ? QString() : QString::number(of.similarityX, 'f', 3);
    case MarkY:
        return of.y == noItem ? QString() : of.sharedY ? "=" : "+";
    case ItemY:
        return of.y == noItem ? QString() : itemName(*m_workspace.data(), Side::y, of.y);
    case SimilarityY:
        return of.y == noItem ? QString() : QString::number(of.similarityY, 'f', 3);
    default:
        return {};
    }
}

QVariant NeighbourModel::value(int row, int column) const
{
    if (column == SimilarityX)
        return pair(row).similarityX;
    if (column == SimilarityY)
        return pair(row).similarityY;
    return column == Rank ? QVariant(row + 1) : QVariant(text(row, column));
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
    if (role == Qt::DecorationRole && (column == ItemX || column == ItemY)) {
        const QImage image = thumbnail(m_workspace.data()->items(side), item);
        return image.isNull() ? QVariant() : QPixmap::fromImage(image.scaledToHeight(20));
    }
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
