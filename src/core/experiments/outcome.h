// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/data/side.h"
#include "core/matrix.h"
#include "core/repeat.h"

#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace anchorscope {

struct ResultCell
{
    std::string text;
    std::optional<double> value = {}; ///< number for sorting and exports; nullopt: sorting and exports use the text
    std::string about = {};
    bool isBest = false;
};
/// Cell with a number; “–” if it is not finite.
ResultCell numberCell(double value, int decimals = 3);
/// Cell with a mean: “0.874” for one value, “0.874 ± 0.010” with the standard deviation of several, “–” without values.
ResultCell repeatedCell(const RepeatedValue &values, int decimals = 3);

struct ResultColumn
{
    /// Title in lower case. In a narrow column it breaks at line feeds and vertical tabs; a wide column shows line
    /// feeds as blanks and omits vertical tabs.
    std::string title;
    std::string about = {};
    bool isNumber = true;
};

struct ResultTable
{
    enum class Place { everywhere, terminal, window };

    std::vector<ResultColumn> columns; ///< columns of the table; if empty, the table is not shown
    std::vector<std::vector<ResultCell>> rows;
    Place place = Place::everywhere;
    std::vector<std::string> below = {}; ///< sentences that the terminal shows below the table
};

/// Column of a table whose rows are structs of type Row. Members of type std::string are text, all others numbers.
template <class Row> struct ColumnOf
{
    const char *title;
    const char *about;
    std::variant<RepeatedValue Row::*, Index Row::*, double Row::*, std::string Row::*, std::string (*)(const Row &),
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
                else if constexpr (std::is_same_v<decltype(of), RepeatedValue Row::*const &>)
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

/// Note for the user: “3 items were left out: they have no direction …”
std::string excludedNote(Index items);
std::string sideName(Side side);
std::string arrowName(Side from, Side to);

struct ResultCurve
{
    enum class Kind { line, dots, bars };

    std::string name;
    Kind kind = Kind::line;
    bool dashed = false;
    std::vector<double> x = {}, y = {};
    /// Extent of a band around the curve, below and above y; empty: no band.
    std::vector<double> below = {}, above = {};
    std::vector<std::string> labels = {}; ///< names of the points; empty if they have none

    /// Adds a point at the mean of the values; the band extends by their standard deviation.
    void add(double atX, const RepeatedValue &values);
};

struct ResultPlot
{
    std::string title, xTitle = {}, yTitle = {};
    bool logarithmicX = false;
    std::vector<ResultCurve> curves = {};
    Eigen::MatrixXd map = {};
    /// Names of the rows and columns of the heat map, or of the rows of the image.
    std::vector<std::string> rows = {}, columns = {};
    std::string unit = {}; ///< unit of the values in the heat map
    bool ofSpaces = false; ///< whether rows and columns of the heat map are spaces
    Thumbnails image = {};
};

/// Heat map with one row per method and one column per direction. Methods without values are omitted.
class MethodMap
{
public:
    explicit MethodMap(std::vector<std::string> columns) : m_columns(std::move(columns)) {}

    /// Sets a cell to the mean of `values`, if any. All directions of a method must be added before the next method.
    void add(const std::string &method, std::size_t column, const RepeatedValue &values);
    ResultPlot plot(const std::string &title, const std::string &xTitle, const std::string &unit) const;

private:
    std::vector<std::string> m_columns, m_rows;
    std::vector<std::vector<double>> m_values;
};

struct Outcome
{
    /// Tables in the order of the terminal. The window shows only the first that is not restricted to the terminal.
    std::vector<ResultTable> tables;
    std::vector<ResultPlot> plots = {};
    std::string summary = {}; ///< sentence above the plots in the window; may be empty
    std::vector<std::string> notes = {};
};

} // namespace anchorscope
