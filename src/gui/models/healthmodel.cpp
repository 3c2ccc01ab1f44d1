// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/healthmodel.h"

#include "gui/present/itemtext.h"
#include "gui/style/theme.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace anchorscope::gui {

HealthModel::HealthModel(const Workspace &workspace, QObject *parent)
    : TableModel({{tr("#"), tr("Position among the anchors, seeds first"), true},
                  {tr("Anchor"), tr("Its item (the nearest item, if the anchor was found in Y)"), false},
                  {tr("Kind"), tr("Given as a seed, or found"), false},
                  {tr("Worth"),
                   tr("MRR X → Y of all anchors minus MRR without this one, on 1,000 random pairs; negative if the "
                      "anchor lowers the score"),
                   true},
                  {tr("Most similar"), tr("The anchor nearest to it"), false},
                  {tr("Cosine"), tr("Cosine with that anchor; above 0.95 one of the two is nearly redundant"), true}},
                 parent),
      m_workspace(workspace)
{
    connect(&workspace, &Workspace::healthChanged, this, &HealthModel::take);
    take();
}

void HealthModel::setSide(Side side)
{
    m_side = side;
    take();
}

void HealthModel::take()
{
    beginResetModel();
    const HealthResult &health = m_workspace.health();
    m_order.resize(health.itemsOfX.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    m_nearest = nearestAnchors(health.of(m_side).gram);
    m_harmful = harmfulAnchors(health);
    m_nearest.resize(m_order.size(), -1);
    order();
    endResetModel();
}

QString HealthModel::name(Index anchor) const
{
    const HealthResult &health = m_workspace.health();
    const auto &items = m_side == Side::x ? health.itemsOfX : health.itemsOfY;
    return itemName(*m_workspace.data(), m_side, items[static_cast<std::size_t>(anchor)]);
}

QVariant HealthModel::value(int row, int column) const
{
    const HealthResult &health = m_workspace.health();
    const int own = anchor(row);
    const Index other = m_nearest[static_cast<std::size_t>(own)];
    switch (column) {
    case Number:
        return own + 1;
    case Item:
        return name(own);
    case Kind:
        return own < health.seeds ? tr("seed") : tr("found");
    case Worth:
        return health.values.empty() ? QVariant() : health.values[static_cast<std::size_t>(own)];
    case Nearest:
        return other < 0 ? QString() : name(other);
    default:
        return other < 0 ? QVariant() : QVariant(health.of(m_side).gram(own, other));
    }
}

namespace {

/// As four decimals show it: nothing is “−0.0000”.
double shownWorth(double worth)
{
    constexpr double least = 5e-5;
    return std::abs(worth) < least ? 0 : worth;
}

} // namespace

QString HealthModel::text(int row, int column) const
{
    const QVariant content = value(row, column);
    if (!content.isValid())
        return "–";
    if (column == Worth)
        return QString::number(shownWorth(content.toDouble()), 'f', 4);
    return column == Cosine ? QString::number(content.toDouble(), 'f', 3) : content.toString();
}

QVariant HealthModel::extra(int row, int column, int role) const
{
    if (role == Qt::ForegroundRole && column == Cosine &&
        value(row, column).toDouble() > AnchorHealthOptions().duplicateAbove)
        return warningColour();
    if (role == Qt::ForegroundRole && column == Worth && std::ranges::count(m_harmful, anchor(row)) > 0)
        return warningColour();
    return {};
}

void HealthModel::sort(int column, Qt::SortOrder order)
{
    m_sorted = {column, order};
    beginResetModel();
    this->order();
    endResetModel();
}

/// New values come in the order that the header shows.
void HealthModel::order()
{
    std::iota(m_order.begin(), m_order.end(), 0);
    const auto [column, direction] = m_sorted;
    if (column < 0)
        return;
    std::vector<QVariant> keys;
    for (int row = 0; row < rows(); ++row)
        keys.push_back(value(row, column));
    const bool number = column == Number || column == Worth || column == Cosine;
    std::stable_sort(m_order.begin(), m_order.end(), [&](int a, int b) {
        if (direction == Qt::DescendingOrder)
            std::swap(a, b);
        const QVariant &x = keys[static_cast<std::size_t>(a)], &y = keys[static_cast<std::size_t>(b)];
        return number ? x.toDouble() < y.toDouble() : x.toString().localeAwareCompare(y.toString()) < 0;
    });
}

} // namespace anchorscope::gui
