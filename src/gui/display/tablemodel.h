// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <functional>

namespace anchorscope::gui {

/// Base of all table models: a fixed header, right-aligned numbers, and values to sort by. Functions of the columns
/// compute the cells, or derived classes override value() and text().
class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// Qt role of the value before formatting, for sorting and copying.
    static constexpr int valueRole = Qt::UserRole;

    struct Column
    {
        QString title;
        QString toolTip;
        bool number = false;
        std::function<QVariant(int row)> value = {};
        /// Formats a value as text; null: QVariant::toString() formats it.
        std::function<QString(const QVariant &)> text = {};
    };
    TableModel(QList<Column> columns, QObject *parent);

    int columnCount(const QModelIndex &parent = {}) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QVariant data(const QModelIndex &index, int role) const override;

    /// Formats of the table as text. Columns pads cells with blanks, for a terminal.
    enum class Format { Tabs, Columns, Csv, Markdown, Latex };
    QString asText(Format format = Format::Tabs) const;

protected:
    /// Replaces all columns. Call between beginResetModel() and endResetModel().
    void setColumns(QList<Column> columns) { m_columns = std::move(columns); }
    virtual int rows() const = 0;
    virtual QString text(int row, int column) const;
    /// Value of a cell from the column's function Column::value; without this function, the cell's text.
    virtual QVariant value(int row, int column) const;
    /// Displayed text of a cell: text(), in which control characters are visible and long names shortened.
    virtual QString displayed(int row, int column) const;
    virtual bool isBold(int, int) const { return false; }
    /// Data of a cell for another Qt role, such as a tooltip or colour; invalid: none.
    virtual QVariant extra(int row, int column, int role) const;

private:
    QList<Column> m_columns;
};

/// Function that formats numbers with `count` decimals, and an invalid value as “–”.
std::function<QString(const QVariant &)> decimals(int count);

/// Formats a number with at most three significant digits in the user's locale: 0.874, 0.0021, 2.1e-05.
QString shortNumber(double value);

/// Splits “0.060 ± 0.005” into two lines, “0.060” and “±.005”; other texts are unchanged.
QString deviationBelow(QString text);

} // namespace anchorscope::gui
