// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/tablemodel.h"

#include "gui/style/plaintext.h"
#include "io/text/csv.h"
#include "io/text/visibletext.h"

#include <QFont>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

TableModel::TableModel(QList<Column> columns, QObject *parent)
    : QAbstractTableModel(parent), m_columns(std::move(columns))
{
}

int TableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

int TableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : rows();
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns.size())
        return {};
    const Column &column = m_columns[section];
    switch (role) {
    // Indents the title like the cells below it if the column to the left contains numbers.
    case Qt::DisplayRole:
        return section > 0 && m_columns[section - 1].number && !column.number ? QChar(0x2002) + column.title
                                                                              : column.title;
    case Qt::ToolTipRole:
        return column.toolTip.isEmpty() ? QVariant() : column.toolTip;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant TableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return displayed(index.row(), index.column());
    case Qt::FontRole: {
        QFont font;
        font.setBold(true);
        return isBold(index.row(), index.column()) ? font : QVariant();
    }
    case Qt::ToolTipRole: {
        const QVariant toolTip = extra(index.row(), index.column(), role);
        return toolTip.isValid() ? tooltipText(toolTip.toString()) : toolTip;
    }
    case valueRole:
        return value(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((m_columns[index.column()].number ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    default:
        return extra(index.row(), index.column(), role);
    }
}

QString TableModel::text(int row, int column) const
{
    const auto &written = m_columns[column].text;
    return written ? written(value(row, column)) : value(row, column).toString();
}

QVariant TableModel::value(int row, int column) const
{
    const auto &of = m_columns[column].value;
    return of ? of(row) : QVariant(text(row, column));
}

QString TableModel::displayed(int row, int column) const
{
    return shownText(text(row, column), longestName);
}

QVariant TableModel::extra(int, int, int) const
{
    return {};
}

namespace {

QString csvCell(const QString &cell)
{
    bool number = false;
    // Recognizes numbers in the user's locale, so that -0,5 is not taken for a formula.
    QLocale().toDouble(cell, &number);
    if (number)
        return cell.contains(',') ? '"' + cell + '"' : cell;
    return QString::fromStdString(io::csvField(cell.toStdString()));
}

/// Removes line breaks and control characters, which only CSV can contain.
QString inOneLine(QString cell)
{
    cell.replace("\r\n", " ").replace('\n', ' ').replace('\r', ' ');
    return QString::fromStdString(io::visibleText(cell.toStdString(), io::LineBreaks::show));
}

QString markdownCell(QString cell)
{
    return cell.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;");
}

QString latexCell(const QString &cell)
{
    QString escaped;
    for (const QChar c : cell) {
        if (c == u'\\')
            escaped += "\\textbackslash{}";
        else if (QString("&%$#_{}").contains(c))
            escaped += QString("\\") + c;
        else if (c == u'~')
            escaped += "\\textasciitilde{}";
        else if (c == u'^')
            escaped += "\\textasciicircum{}";
        else if (c == u'→')
            escaped += "$\\to$";
        else if (c == u'±')
            escaped += "$\\pm$";
        else
            escaped += c;
    }
    return escaped;
}

QString line(QStringList cells, TableModel::Format format)
{
    switch (format) {
    case TableModel::Format::Csv:
        std::transform(cells.begin(), cells.end(), cells.begin(), csvCell);
        return cells.join(',') + '\n';
    case TableModel::Format::Markdown:
        std::transform(cells.begin(), cells.end(), cells.begin(), markdownCell);
        return "| " + cells.join(" | ") + " |\n";
    case TableModel::Format::Latex:
        std::transform(cells.begin(), cells.end(), cells.begin(), latexCell);
        return cells.join(" & ") + " \\\\\n";
    case TableModel::Format::Columns:
        return cells.join("  ") + '\n';
    case TableModel::Format::Tabs:
        break;
    }
    return cells.join('\t') + '\n';
}

void pad(QList<QStringList> &rows, qsizetype column, bool toTheRight)
{
    const auto length = [column](const QStringList &row) { return row[column].size(); };
    const qsizetype width = length(*std::ranges::max_element(rows, {}, length));
    for (QStringList &row : rows)
        row[column] = toTheRight ? row[column].rightJustified(width) : row[column].leftJustified(width);
}

} // namespace

QString TableModel::asText(Format format) const
{
    QStringList header, rules;
    QString alignment;
    for (const Column &column : m_columns) {
        header << QString(column.title).replace("\n@", "@").simplified();
        rules << (column.number ? "---:" : "---");
        alignment += column.number ? 'r' : 'l';
    }
    QList<QStringList> lines = {header};
    for (int row = 0; row < rows(); ++row) {
        QStringList &cells = lines.emplaceBack();
        for (int column = 0; column < m_columns.size(); ++column)
            cells << (format == Format::Csv ? this->text(row, column) : inOneLine(this->text(row, column)));
    }
    for (qsizetype column = 0; format == Format::Columns && column < m_columns.size(); ++column)
        pad(lines, column, m_columns[column].number);
    QString text = line(lines.takeFirst(), format);
    if (format == Format::Markdown)
        text += "| " + rules.join(" | ") + " |\n";
    if (format == Format::Latex)
        text = "\\begin{tabular}{" + alignment + "}\n\\hline\n" + text + "\\hline\n";
    for (const QStringList &cells : lines)
        text += line(cells, format);
    return format == Format::Latex ? text + "\\hline\n\\end{tabular}\n" : text;
}

QString deviationBelow(QString text)
{
    return text.replace(QStringLiteral(" ± 0."), QStringLiteral("\n±."))
        .replace(QStringLiteral(" ± "), QStringLiteral("\n± "));
}

std::function<QString(const QVariant &)> decimals(int count)
{
    return [count](const QVariant &value) {
        if (!value.isValid())
            return QStringLiteral("–");
        const QString text = QString::number(value.toDouble(), 'f', count);
        return text.startsWith('-') && text.toDouble() == 0 ? text.mid(1) : text; // zero has no minus sign
    };
}

QString shortNumber(double value)
{
    const QLocale locale;
    if (!std::isfinite(value))
        return "–";
    const double magnitude = std::abs(value);
    if (magnitude == 0 || (magnitude >= 0.01 && magnitude < 1000))
        return locale.toString(magnitude == 0 ? 0 : value, 'f', magnitude < 10 ? 3 : 1);
    return locale.toString(value, 'g', 3);
}

} // namespace anchorscope::gui
