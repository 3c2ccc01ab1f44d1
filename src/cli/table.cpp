// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/table.h"

#include "io/text/visibletext.h"

#include <algorithm>

namespace anchorscope::cli {

namespace {

/// Maximum number of characters in a cell, so that one long id does not widen all rows.
constexpr qsizetype widestCell = 60;

QString shortened(const QString &text)
{
    if (text.size() <= widestCell)
        return text;
    const qsizetype kept = widestCell - 1;
    return text.left(text[kept - 1].isHighSurrogate() ? kept - 1 : kept) + QChar(0x2026);
}

} // namespace

Table::Table(const ResultTable &results)
{
    QStringList heading;
    for (const ResultColumn &column : results.columns)
        heading << QString::fromStdString(column.title).replace('\n', ' ').remove('\v');
    add(heading);
    for (const auto &row : results.rows) {
        QStringList cells;
        for (const ResultCell &each : row)
            cells << QString::fromStdString(each.text);
        add(cells);
    }
}

void Table::add(const QStringList &row)
{
    QStringList &cells = m_rows.emplace_back();
    for (const QString &text : row)
        cells << QString::fromStdString(io::visibleText(shortened(text).toStdString(), io::LineBreaks::show));
}

QString Table::text() const
{
    std::vector<qsizetype> widths(static_cast<std::size_t>(m_rows.front().size()));
    for (const QStringList &row : m_rows) {
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[static_cast<std::size_t>(i)] = std::max(widths[static_cast<std::size_t>(i)], row[i].size());
    }
    QString text;
    for (const QStringList &row : m_rows) {
        QString line;
        for (qsizetype i = 0; i < row.size(); ++i) {
            const qsizetype width = widths[static_cast<std::size_t>(i)];
            line += i == 0 ? row[i].leftJustified(width) : "  " + row[i].rightJustified(width);
        }
        text += line + '\n';
        if (&row == &m_rows.front())
            text += QString(line.size(), QChar(0x2500)) + '\n';
    }
    return text;
}

QString cell(const RepeatedValue &values)
{
    return QString::fromStdString(repeatedCell(values).text);
}

} // namespace anchorscope::cli
