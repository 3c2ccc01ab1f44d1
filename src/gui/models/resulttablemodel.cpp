// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/resulttablemodel.h"

#include "gui/style/tr.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

QList<TableModel::Column> columnsOf(const ResultTable &table)
{
    QList<TableModel::Column> columns;
    for (const ResultColumn &column : table.columns) {
        QString title = tr(column.title.c_str()).replace('\v', '\n');
        title[0] = title[0].toUpper();
        columns.append({title, tr(column.about.c_str()), column.isNumber});
    }
    return columns;
}

} // namespace

ResultTableModel::ResultTableModel(ResultTable table, QObject *parent)
    : TableModel(columnsOf(table), parent), m_table(std::move(table))
{
}

void ResultTableModel::setTable(ResultTable table)
{
    beginResetModel();
    setColumns(columnsOf(table));
    m_table = std::move(table);
    endResetModel();
}

const ResultCell *ResultTableModel::cell(int row, int column) const
{
    const auto &cells = m_table.rows[static_cast<std::size_t>(row)];
    return static_cast<std::size_t>(column) < cells.size() ? &cells[static_cast<std::size_t>(column)] : nullptr;
}

QString ResultTableModel::text(int row, int column) const
{
    const ResultCell *found = cell(row, column);
    return found ? QString::fromStdString(found->text) : QString();
}

bool ResultTableModel::hasDeviations() const
{
    return std::ranges::any_of(m_table.rows, [](const auto &cells) {
        return std::ranges::any_of(cells, [](const ResultCell &cell) {
            const QString text = QString::fromStdString(cell.text);
            return deviationBelow(text) != text;
        });
    });
}

QVariant ResultTableModel::value(int row, int column) const
{
    const ResultCell *found = cell(row, column);
    return found && found->value ? QVariant(*found->value) : QVariant(text(row, column));
}

QVariant ResultTableModel::extra(int row, int column, int role) const
{
    const ResultCell *found = cell(row, column);
    return role == Qt::ToolTipRole && found && !found->about.empty() ? QString::fromStdString(found->about)
                                                                     : QVariant();
}

} // namespace anchorscope::gui
