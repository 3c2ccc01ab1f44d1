// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/itemmodel.h"

#include "gui/present/columncolours.h"
#include "gui/present/itemtext.h"
#include "gui/style/plaintext.h"

#include <QLocale>
#include <QPixmap>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace anchorscope::gui {

namespace {

QList<TableModel::Column> usualColumns()
{
    return {
        {ItemModel::tr("Item"), {}, false},
        {ItemModel::tr("Label"), {}, false},
        {ItemModel::tr("Partner"), ItemModel::tr("True partner in the other space, or the proposed one"), false},
        {ItemModel::tr("Rank"), ItemModel::tr("Rank of the true partner among all items, as last measured"), true},
        {ItemModel::tr("Cosine"),
         ItemModel::tr("Cosine of the item's relative vector and its partner's, as last measured"), true},
        {ItemModel::tr("Found instead"),
         ItemModel::tr("The nearest item of the other space, where it is not the partner"), false},
        {ItemModel::tr("Its cosine"),
         ItemModel::tr("Cosine of the item's relative vector and that of what was found instead"), true},
        {ItemModel::tr("Margin"),
         ItemModel::tr("Cosine of the partner minus that of the nearest other item, negative where another is nearer; "
                       "as last measured"),
         true},
        {ItemModel::tr("Jaccard"),
         ItemModel::tr("Overlap of its K nearest neighbours in both spaces, as last measured"), true}};
}

/// Ties have half ranks.
int decimalsOf(double rank)
{
    return rank == std::floor(rank) ? 0 : 1;
}

} // namespace

ItemModel::ItemModel(const Workspace &workspace, QObject *parent)
    : TableModel(usualColumns(), parent), m_workspace(workspace)
{
    connect(&workspace, &Workspace::dataChanged, this, &ItemModel::findOwn);
    const auto renew = [this] {
        if (rows() > 0)
            Q_EMIT dataChanged(index(0, Rank), index(rows() - 1, Jaccard));
    };
    connect(&workspace, &Workspace::retrievalChanged, this, renew);
    connect(&workspace, &Workspace::shownScoresChanged, this, renew);
    findOwn();
}

void ItemModel::setItems(Side side, std::vector<ItemIndex> items)
{
    beginResetModel();
    m_side = side;
    m_items = std::move(items);
    endResetModel();
}

void ItemModel::findOwn()
{
    beginResetModel();
    m_side = Side::x;
    m_items.clear();
    m_own = {};
    QList<TableModel::Column> columns = usualColumns();
    for (const std::string &name :
         m_workspace.hasData() ? columnNames(*m_workspace.data()) : std::vector<std::string>()) {
        bool number = false;
        for (const Side side : {Side::x, Side::y}) {
            auto &own = m_own[static_cast<std::size_t>(side)];
            own.push_back(columnFor(*m_workspace.data(), side, name));
            number = number || (own.back() && own.back()->kind == ColumnKind::number);
        }
        columns.push_back({shownName(QString::fromStdString(name), longestInLabel), tr("Column of the file"), number});
    }
    setColumns(std::move(columns));
    endResetModel();
}

bool ItemModel::isNumber(int column) const
{
    if (column < FirstOwn)
        return column >= Rank && column != Found;
    const auto &own = m_own[static_cast<std::size_t>(m_side)][static_cast<std::size_t>(column - FirstOwn)];
    return own && own->kind == ColumnKind::number;
}

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
    if (column >= FirstOwn) {
        const auto &own = m_own[static_cast<std::size_t>(m_side)][static_cast<std::size_t>(column - FirstOwn)];
        return own ? QString::fromStdString(own->text(item(row))) : QString();
    }
    const QVariant content = value(row, column);
    if (column == Rank && content.isValid())
        return QString::number(content.toDouble(), 'f', decimalsOf(content.toDouble()));
    if (column < FirstOwn && isNumber(column) && content.isValid())
        return QString::number(content.toDouble(), 'f', 3);
    return content.toString();
}

QVariant ItemModel::value(int row, int column) const
{
    const LoadedData &data = *m_workspace.data();
    if (column >= FirstOwn) {
        const auto &own = m_own[static_cast<std::size_t>(m_side)][static_cast<std::size_t>(column - FirstOwn)];
        const double number = isNumber(column) ? own->numbers[static_cast<std::size_t>(item(row))] : 0;
        return !isNumber(column) ? QVariant(text(row, column)) : std::isnan(number) ? QVariant() : QVariant(number);
    }
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
        return tooltipText(QStringList{tr("row %1 of %2").arg(item(row)).arg(m_side == Side::x ? tr("X") : tr("Y")),
                                       ownValues(*m_workspace.data(), m_side, item(row))}
                               .join('\n'));
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
        if (keys[a].isValid() != keys[b].isValid())
            return keys[a].isValid(); // what has no number is last in both orders
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
