// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/itemmodel.h"

#include "gui/display/columncolours.h"
#include "gui/display/itemtext.h"
#include "gui/style/plaintext.h"

#include <QCollator>
#include <QLocale>

#include <algorithm>
#include <cmath>

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
        {ItemModel::tr("Found"), ItemModel::tr("The nearest item of the other space, if it is not the partner"), false},
        {ItemModel::tr("Its cosine"),
         ItemModel::tr("Cosine of the item's relative vector and that of the item found instead"), true},
        {ItemModel::tr("Margin"),
         ItemModel::tr("Cosine of the partner minus that of the nearest other item, negative if another item is "
                       "nearer; as last measured"),
         true},
        {ItemModel::tr("Jaccard"),
         ItemModel::tr("Overlap of its K nearest neighbours in both spaces, as last measured"), true}};
}

/// Number of decimals of a rank: with ties, a rank can end in .5.
int decimalsOf(double rank)
{
    return rank == std::floor(rank) ? 0 : 1;
}

/// Requested column of the table, and the data of its cells.
struct Asked
{
    const LoadedData &data;
    Side side;
    int column;
    bool number;
    const ItemColumn *own;      ///< column of the file that the table column shows; null: none
    const RetrievalRow *scores; ///< retrieval scores of the items; null: not measured
};

QVariant fileValue(const Asked &by, ItemIndex item)
{
    if (!by.number)
        return by.own ? QString::fromStdString(by.own->text(item)) : QString();
    const double number = by.own->numbers[static_cast<std::size_t>(item)];
    return std::isnan(number) ? QVariant() : QVariant(number);
}

QVariant measuredValue(const Asked &by, ItemIndex item)
{
    const auto scores = itemScores(by.scores, by.side, item);
    if (!scores)
        return {};
    switch (by.column) {
    case ItemModel::Rank:
        return scores->rank;
    case ItemModel::Cosine:
        return scores->cosine;
    case ItemModel::Found:
        return scores->found == noItem ? QString() : itemName(by.data, other(by.side), scores->found);
    case ItemModel::FoundCosine:
        return scores->found == noItem ? QVariant() : QVariant(scores->cosine - *scores->margin);
    case ItemModel::Margin:
        return scores->margin ? QVariant(*scores->margin) : QVariant();
    default:
        return scores->jaccard;
    }
}

/// Value of an item's cell; invalid: unknown. `partner` is used only by columns about the partner.
QVariant cellValue(const Asked &by, ItemIndex item, ItemIndex partner)
{
    switch (by.column) {
    case ItemModel::Name:
        return itemName(by.data, by.side, item);
    case ItemModel::Label:
        return QString::fromStdString(by.data.items(by.side).labelName(item));
    case ItemModel::Partner:
        return partner == noItem ? QString() : itemName(by.data, other(by.side), partner);
    default:
        return by.column >= ItemModel::FirstOwn ? fileValue(by, item) : measuredValue(by, item);
    }
}

} // namespace

ItemModel::ItemModel(const Workspace &workspace, QObject *parent, Runner *runner)
    : TableModel(usualColumns(), parent), m_workspace(workspace)
{
    if (runner)
        m_sorting = std::make_unique<JobSlot>(*runner);
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
    if (m_sorting)
        m_sorting->drop();
    beginResetModel();
    m_side = side;
    m_items = std::move(items);
    endResetModel();
}

void ItemModel::findOwn()
{
    if (m_sorting)
        m_sorting->drop();
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
    return own(column) && own(column)->kind == ColumnKind::number;
}

std::shared_ptr<const ItemColumn> ItemModel::own(int column) const
{
    return column < FirstOwn ? nullptr
                             : m_own[static_cast<std::size_t>(m_side)][static_cast<std::size_t>(column - FirstOwn)];
}

/// Displayed ranks have thousands separators; exported ones do not.
QString ItemModel::displayed(int row, int column) const
{
    const QString plain = TableModel::displayed(row, column);
    if (column != Rank || plain.isEmpty())
        return plain;
    const double rank = value(row, Rank).toDouble();
    return QLocale().toString(rank, 'f', decimalsOf(rank));
}

QString ItemModel::text(int row, int column) const
{
    if (column >= FirstOwn)
        return own(column) ? QString::fromStdString(own(column)->text(item(row))) : QString();
    const QVariant content = value(row, column);
    if (column == Rank && content.isValid())
        return QString::number(content.toDouble(), 'f', decimalsOf(content.toDouble()));
    if (column < FirstOwn && isNumber(column) && content.isValid())
        return decimals(3)(content);
    return content.toString();
}

QVariant ItemModel::value(int row, int column) const
{
    const ItemIndex partner = column == Partner ? m_workspace.partner(m_side, item(row)) : noItem;
    return cellValue(
        {*m_workspace.data(), m_side, column, isNumber(column), own(column).get(), m_workspace.shownScores()},
        item(row), partner);
}

QVariant ItemModel::extra(int row, int column, int role) const
{
    if (role == Qt::DecorationRole && (column == Name || column == Found)) {
        const Side side = column == Name ? m_side : other(m_side);
        const auto scores = column == Found ? itemScores(m_workspace, m_side, item(row)) : std::nullopt;
        const ItemIndex shown = column == Name ? item(row) : scores ? scores->found : noItem;
        return cellThumbnail(m_workspace.data()->items(side), shown);
    }
    if (role == Qt::ToolTipRole)
        return tooltipText(QStringList{tr("row %1 of %2").arg(item(row)).arg(m_side == Side::x ? tr("X") : tr("Y")),
                                       ownValues(*m_workspace.data(), m_side, item(row))}
                               .join('\n'));
    return {};
}

ItemModel::Sorting ItemModel::sorting(int column, Qt::SortOrder order) const
{
    Sorting sorting{m_workspace.data(), m_side, m_items, {}, own(column), {}, column, isNumber(column), order};
    if (const RetrievalRow *scores = m_workspace.shownScores(); scores && column > Partner && column < FirstOwn)
        sorting.scores = std::make_shared<const RetrievalRow>(*scores);
    for (std::size_t i = 0; column == Partner && i < m_items.size(); ++i)
        sorting.partners.push_back(m_workspace.partner(m_side, m_items[i]));
    return sorting;
}

/// Sorts stably; items without a value are last, whether ascending or descending. Returns `items` if cancelled.
std::vector<ItemIndex> ItemModel::Sorting::sorted(const RunContext &context) const
{
    constexpr std::size_t block = 4096;
    const Asked by{*data, side, column, number, own.get(), scores.get()};
    const QCollator collator;
    std::vector<double> numbers;
    std::vector<QCollatorSortKey> texts;
    std::vector<std::size_t> places, last;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i % block == 0 && context.cancelled())
            return items;
        const QVariant value = cellValue(by, items[i], column == Partner ? partners[i] : noItem);
        if (number)
            numbers.push_back(value.toDouble());
        else
            texts.push_back(collator.sortKey(value.toString()));
        (value.isValid() ? places : last).push_back(i);
    }
    const bool rising = order == Qt::AscendingOrder;
    const auto less = [&](std::size_t a, std::size_t b) {
        return number ? numbers[a] < numbers[b] : texts[a] < texts[b];
    };
    std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) { return rising ? less(a, b) : less(b, a); });
    places.insert(places.end(), last.begin(), last.end());
    return elementsAt(items, places);
}

void ItemModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || rows() == 0)
        return;
    auto work = std::make_shared<const Sorting>(sorting(column, order));
    if (!m_sorting || rows() <= maxAtOnce)
        return setItems(m_side, work->sorted({}));
    using Items = std::vector<ItemIndex>;
    m_sorting->start<Items>(
        tr("Sorting items"), [work](const RunContext &context) -> Result<Items> { return work->sorted(context); },
        [this, work](Result<Items> sorted) {
            if (sorted)
                setItems(work->side, std::move(*sorted));
        });
}

} // namespace anchorscope::gui
