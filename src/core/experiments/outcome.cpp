// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/outcome.h"

#include "core/plaintext.h"

#include <cmath>

namespace anchorscope {

namespace {

constexpr const char *noValue = "–";

} // namespace

ResultCell numberCell(double value, int decimals)
{
    return std::isfinite(value) ? ResultCell{fixedText(value, decimals), value} : ResultCell{noValue};
}

ResultCell repeatedCell(const RepeatedValue &values, int decimals)
{
    if (values.empty())
        return {noValue};
    ResultCell cell = numberCell(values.mean(), decimals);
    if (values.values.size() > 1 && cell.value)
        cell.text += " ± " + fixedText(values.std(), decimals);
    return cell;
}

std::string excludedNote(Index items)
{
    return counted(items, "item was", "items were") +
           " left out: all numbers of a row are zero in one of the spaces, so that it has no direction.";
}

std::string sideName(Side side)
{
    return side == Side::x ? "X" : "Y";
}

std::string arrowName(Side from, Side to)
{
    return sideName(from) + " → " + sideName(to);
}

void ResultCurve::add(double atX, const RepeatedValue &values)
{
    x.push_back(atX);
    y.push_back(values.mean());
    below.push_back(values.std());
    above.push_back(values.std());
}

void MethodMap::add(const std::string &method, std::size_t column, const RepeatedValue &values)
{
    if (values.empty())
        return;
    if (m_rows.empty() || m_rows.back() != method) {
        m_rows.push_back(method);
        m_values.emplace_back(m_columns.size());
    }
    m_values.back()[column] = values.mean();
}

ResultPlot MethodMap::plot(const std::string &title, const std::string &xTitle, const std::string &unit) const
{
    ResultPlot plot{.title = title, .xTitle = xTitle, .yTitle = "anchors"};
    plot.unit = unit;
    plot.rows = m_rows;
    plot.columns = m_columns;
    plot.map.resize(std::ssize(m_rows), std::ssize(m_columns));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        for (std::size_t j = 0; j < m_columns.size(); ++j)
            plot.map(static_cast<Index>(i), static_cast<Index>(j)) = m_values[i][j];
    }
    return plot;
}

} // namespace anchorscope
