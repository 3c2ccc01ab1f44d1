// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/itemmodel.h"

#include "gui/present/itemtext.h"

#include <QLocale>
#include <QPixmap>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace anchorscope::gui {

ItemModel::ItemModel(const Workspace &workspace, QObject *parent)
    : TableModel(
          {{tr("Item"), {}, false},
           {tr("Label"), {}, false},
           {tr("Partner"), tr("True partner in the other space, or the proposed one"), false},
           {tr("Rank"), tr("Rank of the true partner among all items, as last measured"), true},
           {tr("Cosine"), tr("Cosine of the item's relative vector and its partner's, as last measured"), true},
           {tr("Found instead"), tr("The nearest item of the other space, where it is not the partner"), false},
           {tr("Its cosine"), tr("Cosine of the item's relative vector and that of what was found instead"), true},
           {tr("Margin"),
            tr("Cosine of the partner minus that of the nearest other item, negative where another is nearer; "
               "as last measured"),
            true},
           {tr("Jaccard"), tr("Overlap of its K nearest neighbours in both spaces, as last measured"), true}},
          parent),
      m_workspace(workspace)
{
    connect(&workspace, &Workspace::dataChanged, this, [this] { setItems(Side::x, {}); });
    const auto renew = [this] {
        if (rows() > 0)
            Q_EMIT dataChanged(index(0, Rank), index(rows() - 1, Jaccard));
    };
    connect(&workspace, &Workspace::retrievalChanged, this, renew);
    connect(&workspace, &Workspace::shownScoresChanged, this, renew);
}

void ItemModel::setItems(Side side, std::vector<ItemIndex> items)
{
    beginResetModel();
    m_side = side;
    m_items = std::move(items);
    endResetModel();
}

namespace {

bool isNumber(int column)
{
    return column >= ItemModel::Rank && column != ItemModel::Found;
}

/// Ties have half ranks.
int decimalsOf(double rank)
{
    return rank == std::floor(rank) ? 0 : 1;
}

} // namespace

/// On screen ranks have the groups of digits that other counts have; in files they are plain.
QVariant ItemModel::data(const QModelIndex &index, int role) const
{
    const QVariant content = TableModel::data(index, role);
    if (role != Qt::DisplayRole || index.column() != Rank || content.toString().isEmpty())
        return content;
    const double rank = value(index.row(), Rank).toDouble();
    return QLocale().toString(rank, 'f', decimalsOf(rank));
}

QString ItemModel::text(int row, int column) const
{
    const QVariant content = value(row, column);
    if (column == Rank && content.isValid())
        return QString::number(content.toDouble(), 'f', decimalsOf(content.toDouble()));
    if (isNumber(column) && content.isValid())
        return QString::number(content.toDouble(), 'f', 3);
    return content.toString();
}

QVariant ItemModel::value(int row, int column) const
{
    const LoadedData &data = *m_workspace.data();
    switch (column) {
    case Name:
        return itemName(data, m_side, item(row));
    case Label:
        return QString::fromStdString(data.items(m_side).labelName(item(row)));
    case Partner: {
        const ItemIndex partner = m_workspace.partner(m_side, item(row));
        return partner == noItem ? QString() : itemName(data, other(m_side), partner);
    }
    default:
        break;
    }
    const auto scores = itemScores(m_workspace, m_side, item(row));
    if (!scores)
        return {};
    switch (column) {
    case Rank:
        return scores->rank;
    case Cosine:
        return scores->cosine;
    case Found:
        return scores->found == noItem ? QString() : itemName(data, other(m_side), scores->found);
    case FoundCosine:
        return scores->found == noItem ? QVariant() : QVariant(scores->cosine - *scores->margin);
    case Margin:
        return scores->margin ? QVariant(*scores->margin) : QVariant();
    default:
        return scores->jaccard;
    }
}

QVariant ItemModel::extra(int row, int column, int role) const
{
    if (role == Qt::DecorationRole && (column == Name || column == Found)) {
        const Side side = column == Name ? m_side : other(m_side);
        const auto scores = column == Found ? itemScores(m_workspace, m_side, item(row)) : std::nullopt;
        const ItemIndex shown = column == Name ? item(row) : scores ? scores->found : noItem;
        const QImage image = shown == noItem ? QImage() : thumbnail(m_workspace.data()->items(side), shown);
        return image.isNull() ? QVariant() : QPixmap::fromImage(image.scaledToHeight(20));
    }
    if (role == Qt::ToolTipRole)
        return tr("row %1 of %2").arg(item(row)).arg(m_side == Side::x ? tr("X") : tr("Y"));
    return {};
}

void ItemModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || rows() == 0)
        return;
    std::vector<QVariant> keys;
    for (int row = 0; row < rows(); ++row)
        keys.push_back(value(row, column));
    std::vector<std::size_t> places(keys.size());
    std::iota(places.begin(), places.end(), 0);
    const bool number = isNumber(column);
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        if (order == Qt::DescendingOrder)
            std::swap(a, b);
        return number ? keys[a].toDouble() < keys[b].toDouble()
                      : keys[a].toString().localeAwareCompare(keys[b].toString()) < 0;
    });
    std::vector<ItemIndex> sorted;
    for (const std::size_t place : places)
        sorted.push_back(m_items[place]);
    setItems(m_side, std::move(sorted));
}

} // namespace anchorscope::gui
