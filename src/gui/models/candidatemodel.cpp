// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/candidatemodel.h"

#include "gui/present/itemtext.h"

#include <QPixmap>

namespace anchorscope::gui {

CandidateModel::CandidateModel(const Workspace &workspace, const CandidateController &finder, QObject *parent)
    : TableModel(
          {{tr("#"), tr("Rank among the proposals"), true, [](int row) { return row + 1; }},
           {tr("Proposed partner"), tr("Press Enter or double-click to accept it, Delete to reject it"), false,
            [this](int row) { return itemName(*m_workspace.data(), m_side, candidate(row).item); }},
           {tr("Label"),
            {},
            false,
            [this](int row) {
                return QString::fromStdString(m_workspace.data()->items(m_side).labelName(candidate(row).item));
            }},
           {tr("Score"),
            tr("Cosine of the two relative vectors, computed with the anchors known so far; for an item that a run is "
               "unsure of, the score that the run uses for matching"),
            true, [this](int row) { return candidate(row).score; }, decimals(3)},
           {tr("Margin"), tr("Its score minus that of the best other item; a small margin means a close call"), true,
            [this](int row) { return candidate(row).margin; }, decimals(3)}},
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

QVariant CandidateModel::extra(int row, int column, int role) const
{
    if (role == Qt::DecorationRole && column == Item) {
        const QImage image = thumbnail(m_workspace.data()->items(m_side), candidate(row).item);
        return image.isNull() ? QVariant() : QPixmap::fromImage(image.scaledToHeight(20));
    }
    return {};
}

} // namespace anchorscope::gui
