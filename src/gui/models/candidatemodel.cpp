// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/candidatemodel.h"

#include "gui/present/itemtext.h"

#include <QPixmap>

namespace anchorscope::gui {

CandidateModel::CandidateModel(const Workspace &workspace, const CandidateController &finder, QObject *parent)
    : TableModel(
          {{tr("#"), tr("Rank among the proposals"), true},
           {tr("Proposed partner"), tr("Press Enter or double-click to accept it, Delete to reject it"), false},
           {tr("Label"), {}, false},
           {tr("Score"),
            tr("Cosine of the two relative vectors, computed with the anchors known so far; for an item that a run is "
               "unsure of, the score that the run uses for matching"),
            true},
           {tr("Margin"), tr("Its score minus that of the best other item; a small margin means a close call"), true}},
          parent),
      m_workspace(workspace)
{
    connect(&finder, &CandidateController::changed, this, [this, &finder] {
        beginResetModel();
        m_candidates = finder.candidates();
        m_side = finder.side();
        endResetModel();
    });
}

QVariant CandidateModel::value(int row, int column) const
{
    const Candidate &candidate = m_candidates[static_cast<std::size_t>(row)];
    switch (column) {
    case Place:
        return row + 1;
    case Item:
        return itemName(*m_workspace.data(), m_side, candidate.item);
    case Label:
        return QString::fromStdString(m_workspace.data()->items(m_side).labelName(candidate.item));
    case Score:
        return candidate.score;
    default:
        return candidate.margin;
    }
}

QString CandidateModel::text(int row, int column) const
{
    const QVariant content = value(row, column);
    return column >= Score ? QString::number(content.toDouble(), 'f', 3) : content.toString();
}

QVariant CandidateModel::extra(int row, int column, int role) const
{
    if (role == Qt::DecorationRole && column == Item) {
        const QImage image =
            thumbnail(m_workspace.data()->items(m_side), m_candidates[static_cast<std::size_t>(row)].item);
        return image.isNull() ? QVariant() : QPixmap::fromImage(image.scaledToHeight(20));
    }
    return {};
}

} // namespace anchorscope::gui
