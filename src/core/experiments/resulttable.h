// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"
#include "core/matrix.h"
#include "core/repeat.h"

#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace anchorscope {

// The tables of experiments, which the terminal and the window show alike.

struct ResultCell
{
    std::string text;
    std::optional<double> value = {}; ///< for sorting and exports; none: the text
};
/// “–” for a number that is not finite.
ResultCell numberCell(double value, int decimals = 3);
/// “0.874”, or “0.874 ± 0.010” of several values; “–” of none.
ResultCell repeatedCell(const Repeated &values, int decimals = 3);

struct ResultColumn
{
    std::string title; ///< begins in lower case; a line break where a narrow column may break
    std::string about = {};
    bool isNumber = true;
};

struct ResultTable
{
    std::vector<ResultColumn> columns;
    std::vector<std::vector<ResultCell>> rows;
};

/// A column of the table of some rows. What is of type std::string is text, everything else is a number.
template <class Row> struct ColumnOf
{
    const char *title;
    const char *about;
    std::variant<Repeated Row::*, Index Row::*, double Row::*, std::string Row::*, std::string (*)(const Row &),
                 ResultCell (*)(const Row &)>
        value;
    int decimals = 3;

    bool isNumber() const
    {
        return !std::holds_alternative<std::string Row::*>(value) &&
               !std::holds_alternative<std::string (*)(const Row &)>(value);
    }
    ResultCell cell(const Row &row) const
    {
        return std::visit(
            [&](const auto &of) -> ResultCell {
                if constexpr (requires { of(row); })
                    return ResultCell(of(row));
                else if constexpr (std::is_same_v<decltype(of), Repeated Row::*const &>)
                    return repeatedCell(row.*of, decimals);
                else if constexpr (std::is_same_v<decltype(of), std::string Row::*const &>)
                    return {row.*of};
                else if constexpr (std::is_same_v<decltype(of), Index Row::*const &>)
                    return numberCell(static_cast<double>(row.*of), 0);
                else
                    return numberCell(row.*of, decimals);
            },
            value);
    }
};

template <class Row> ResultTable tableOf(const std::vector<Row> &rows, const std::vector<ColumnOf<Row>> &columns)
{
    ResultTable table;
    for (const ColumnOf<Row> &column : columns)
        table.columns.push_back({column.title, column.about, column.isNumber()});
    for (const Row &row : rows) {
        auto &cells = table.rows.emplace_back();
        for (const ColumnOf<Row> &column : columns)
            cells.push_back(column.cell(row));
    }
    return table;
}

std::string sideName(Side side);           ///< “X”, “Y”
std::string arrowName(Side from, Side to); ///< “X → Y”

} // namespace anchorscope
