// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/healthmodel.h"

#include "gui/present/itemtext.h"
#include "gui/style/theme.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace anchorscope::gui {

namespace {

/// Four decimals, never “−0.0000”.
QString worthText(const QVariant &worth)
{
    constexpr double least = 5e-5;
    const double number = worth.toDouble();
    return decimals(4)(!worth.isValid() || std::abs(number) >= least ? worth : QVariant(0.0));
}

} // namespace

HealthModel::HealthModel(const Workspace &workspace, QObject *parent)
    : TableModel(
          {{tr("#"), tr("Position among the anchors, seeds first"), true, [this](int row) { return anchor(row) + 1; }},
           {tr("Anchor"), tr("Its item (the nearest item, if the anchor was found in Y)"), false,
            [this](int row) { return name(anchor(row)); }},
           {tr("Kind"), tr("Given as a seed, or found"), false,
            [this](int row) { return anchor(row) < m_workspace.health().seeds ? tr("seed") : tr("found"); }},
           {tr("Contribution"),
            tr("MRR X → Y of all anchors minus MRR without this one, on 1,000 random pairs; negative if the "
               "anchor lowers the score"),
            true,
            [this](int row) {
                const auto &values = m_workspace.health().values;
                return values.empty() ? QVariant() : values[static_cast<std::size_t>(anchor(row))];
            },
            worthText},
           {tr("Most similar"), tr("The anchor nearest to it"), false,
            [this](int row) { return nearest(row) < 0 ? QString() : name(nearest(row)); }},
           {tr("Cosine"), tr("Cosine with that anchor; above 0.95 one of the two is nearly redundant"), true,
            [this](int row) {
                return nearest(row) < 0 ? QVariant()
                                        : QVariant(m_workspace.health().of(m_side).gram(anchor(row), nearest(row)));
            },
            decimals(3)}},
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
