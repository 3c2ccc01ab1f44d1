// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/seedmodel.h"

#include "gui/display/itemtext.h"
#include "gui/style/theme.h"

namespace anchorscope::gui {

SeedModel::SeedModel(const Workspace &workspace, QObject *parent)
    : TableModel({{tr("#"), tr("Number of the seed"), true, [](int row) { return row + 1; }},
                  {tr("X"), tr("Item of X"), false, [this](int row) { return name(Side::x, pair(row).x); }},
                  {tr("Y"), tr("Its partner in Y"), false, [this](int row) { return name(Side::y, pair(row).y); }},
                  {tr("Remark"), tr("Evidence against the pair"), false, [this](int row) { return remark(row); }}},
                 parent),
      m_workspace(workspace)
{
    connect(&workspace, &Workspace::dataChanged, this, &SeedModel::reset);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes & (SetupChange::Anchors | SetupChange::Run | SetupChange::Names))
            reset();
    });
    connect(&workspace, &Workspace::suspectsChanged, this, [this] {
        if (m_rows > 0)
            Q_EMIT dataChanged(index(0, Remark), index(m_rows - 1, Remark));
    });
    reset();
}

void SeedModel::reset()
{
    beginResetModel();
    m_rows = m_workspace.hasData() ? static_cast<int>(m_workspace.setup().seeds.size()) : 0;
    endResetModel();
}

bool SeedModel::contradictsFile(int row) const
{
    if (!m_workspace.data()->hasTruth())
        return false;
    const ItemIndex known = m_workspace.data()->pair.pairing.partnerOfX(pair(row).x);
    return known != noItem && known != pair(row).y;
}

QString SeedModel::name(Side side, ItemIndex item) const
{
    return QString::fromStdString(m_workspace.data()->items(side).name(item));
}

QString SeedModel::remark(int row) const
{
    if (contradictsFile(row))
        return tr("not the known partner");
    if (!m_workspace.isSuspect(row))
        return {};
    return m_workspace.runChecksSeeds()
               ? tr("%1 contradicts it").arg(QString::fromStdString(m_workspace.chosenRun()->name))
               : tr("disagrees with the others");
}

QVariant SeedModel::extra(int row, int column, int role) const
{
    if (role == Qt::DecorationRole && (column == ItemX || column == ItemY)) {
        const Side side = column == ItemX ? Side::x : Side::y;
        return cellThumbnail(m_workspace.data()->items(side), side == Side::x ? pair(row).x : pair(row).y);
    }
    if (role == Qt::ForegroundRole && column == Remark)
        return warningColour();
    if (role == Qt::ToolTipRole && column == Remark && contradictsFile(row))
        return tr("The file pairs this item with another one. Only scores use that pairing.");
    if (role == Qt::ToolTipRole && column == Remark && m_workspace.isSuspect(row))
        return m_workspace.runChecksSeeds() ? tr("A run without this pair finds another match for the item")
                                            : tr("Before a run: the seeds that the item resembles in X differ from "
                                                 "those that it resembles in Y");
    if (role == Qt::ToolTipRole)
        return tr("Seed %1: row %2 of X, row %3 of Y").arg(row + 1).arg(pair(row).x).arg(pair(row).y);
    return {};
}

} // namespace anchorscope::gui
