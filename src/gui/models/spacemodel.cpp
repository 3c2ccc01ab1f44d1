// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/spacemodel.h"

#include "gui/display/itemtext.h"
#include "gui/display/labels.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Summary of a comparison, such as “2 runs, 15 seeds”, without zero counts.
QString workText(std::size_t runs, std::size_t seeds)
{
    QStringList parts;
    if (runs > 0)
        parts << (runs == 1 ? SpaceModel::tr("1 run") : SpaceModel::tr("%1 runs").arg(runs));
    if (seeds > 0)
        parts << (seeds == 1 ? SpaceModel::tr("1 seed") : SpaceModel::tr("%1 seeds").arg(seeds));
    return parts.join(", ");
}

} // namespace

SpaceModel::SpaceModel(const Workspace &workspace, QObject *parent)
    : TableModel(
          {{sideLabel(Side::x), tr("Which space is X: click here, or press X"), false},
           {sideLabel(Side::y), tr("Which space is Y: click here, or press Y"), false},
           {tr("Space"), tr("Double-click to compare X with it"), false},
           {tr("Items × dim."), {}, true},
           {tr("Results with X"),
            tr("Runs of the chosen X with this space as Y, or the number of seeds if there are no runs"), false}},
          parent),
      m_workspace(workspace)
{
    connect(&workspace, &Workspace::dataChanged, this, &SpaceModel::reset);
    for (const auto signal : {&Workspace::pairsChanged, &Workspace::runsChanged})
        connect(&workspace, signal, this, &SpaceModel::showWork);
    connect(&workspace, &Workspace::setupChanged, this, &SpaceModel::showWork);
    reset();
}

void SpaceModel::reset()
{
    beginResetModel();
    m_lines.clear();
    m_chosen = {};
    if (m_workspace.hasData()) {
        const LoadedData &loaded = *m_workspace.data();
        const bool oneFile = loaded.datasetX == loaded.datasetY;
        for (const auto &space : loaded.datasetX->spaces)
            m_lines.push_back({space, {true, oneFile}});
        if (!oneFile) {
            for (const auto &space : loaded.datasetY->spaces)
                m_lines.push_back({space, {false, true}});
        }
        m_chosen = {loaded.choice.x.space, loaded.choice.y.space};
    }
    endResetModel();
}

void SpaceModel::showWork()
{
    if (!m_lines.empty())
        Q_EMIT dataChanged(index(0, Work), index(rows() - 1, Work));
}

int SpaceModel::rowOf(const std::string &space, Side side) const
{
    const auto is = [&](const Line &each) { return each.of[place(side)] && each.space->name == space; };
    const auto found = std::ranges::find_if(m_lines, is);
    return found == m_lines.end() ? -1 : static_cast<int>(found - m_lines.begin());
}

bool SpaceModel::choose(Side side, int row)
{
    if (row < 0 || row >= rows() || !line(row).of[place(side)])
        return false;
    m_chosen[place(side)] = line(row).space->name;
    Q_EMIT dataChanged(index(0, 0), index(rows() - 1, Columns - 1));
    Q_EMIT chosenChanged();
    return true;
}

SpaceModel::Open SpaceModel::workOn(const std::string &spaceX, const std::string &spaceY) const
{
    Open open;
    for (int each = 0; each < m_workspace.pairs(); ++each) {
        const OpenComparison &pair = m_workspace.pair(each);
        const DataChoice &choice = pair.data->choice, &now = m_workspace.data()->choice;
        if (choice.x.path != now.x.path || choice.y.path != now.y.path || choice.x.space != spaceX ||
            choice.y.space != spaceY)
            continue;
        ++open.pairs;
        open.runs += pair.runs.size();
        open.seeds = std::max(open.seeds, pair.setup.seeds.size());
    }
    return open;
}

QString SpaceModel::text(int row, int column) const
{
    const Line &shown = line(row);
    const EmbeddingSet &space = *shown.space;
    switch (column) {
    case IsX:
    case IsY: {
        const Side side = column == IsX ? Side::x : Side::y;
        if (!shown.of[place(side)])
            return {};
        return space.name == chosen(side) ? QStringLiteral("●") : QStringLiteral("○");
    }
    case Name:
        return QString::fromStdString(space.name);
    case Shape:
        return tr("%1 × %2").arg(countText(space.size()), countText(space.dimension()));
    default: {
        if (!shown.of[1])
            return {};
        const Open open = workOn(chosen(Side::x), space.name);
        const QString work = workText(open.runs, open.runs > 0 ? 0 : open.seeds);
        return !work.isEmpty() ? work : open.pairs > 0 ? tr("open") : QString();
    }
    }
}

QString SpaceModel::about(const Line &shown) const
{
    QStringList lines{QString::fromStdString(shown.space->name)};
    if (!shown.space->model.empty())
        lines << QString::fromStdString(shown.space->model);
    for (int each = 0; each < m_workspace.pairs(); ++each) {
        const OpenComparison &pair = m_workspace.pair(each);
        const bool has = (shown.of[0] && pair.data->choice.x.space == shown.space->name) ||
                         (shown.of[1] && pair.data->choice.y.space == shown.space->name);
        const QString work = workText(pair.runs.size(), pair.setup.seeds.size());
        if (has)
            lines << tr("%1: %2").arg(pair.name(), work.isEmpty() ? tr("open") : work);
    }
    return lines.join('\n');
}

QVariant SpaceModel::extra(int row, int column, int role) const
{
    const bool mark = column == IsX || column == IsY;
    const Side side = column == IsX ? Side::x : Side::y;
    const Line &shown = line(row);
    if (role == Qt::ToolTipRole)
        return about(shown);
    if (role == Qt::AccessibleTextRole && mark)
        return !shown.of[place(side)]              ? QString()
               : shown.space->name == chosen(side) ? tr("used as %1").arg(sideLabel(side))
                                                   : tr("not used as %1").arg(sideLabel(side));
    return {};
}

} // namespace anchorscope::gui
