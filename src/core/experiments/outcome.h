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

// Tables, plots and sentences of experiments, which the terminal and the window show alike.

struct ResultCell
{
    std::string text;
    std::optional<double> value = {}; ///< number of the cell for sorting and exports; nullopt: they use the text
    std::string about = {};           ///< tool tip of the cell
    bool isBest = false;              ///< true: the cell is emphasized in the window
};
/// Formats a number; “–” if it is not finite.
ResultCell numberCell(double value, int decimals = 3);
/// Formats a mean: “0.874”, or “0.874 ± 0.010” for several values, “–” for none.
ResultCell repeatedCell(const RepeatedValue &values, int decimals = 3);

struct ResultColumn
{
    /// Title of the column; begins in lower case. In a narrow column it breaks at line feeds, which are otherwise
    /// blanks, and at vertical tabs, which otherwise disappear.
    std::string title;
    std::string about = {};
    bool isNumber = true;
};

struct ResultTable
{
    enum class Place { everywhere, terminal, window };

    std::vector<ResultColumn> columns; ///< columns of the table; empty: the table is not shown
    std::vector<std::vector<ResultCell>> rows;
    Place place = Place::everywhere;
    std::vector<std::string> below = {}; ///< sentences below the table on the terminal
};

/// Column of a table whose rows are structs. Values of type std::string are text, all others are numbers.
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

/// Note about omitted items: “3 items were left out: they have no direction …”
std::string excludedNote(Index items);
std::string sideName(Side side);           ///< Name of a side: “X” or “Y”.
std::string arrowName(Side from, Side to); ///< Name of a direction: “X → Y”.

/// One series of a chart.
struct ResultCurve
{
    enum class Kind { line, dots, bars };

    std::string name;
    Kind kind = Kind::line;
    bool dashed = false;
    std::vector<double> x = {}, y = {};
    std::vector<double> below = {}, above = {}; ///< extent of a band below and above y; empty: no band
    std::vector<std::string> labels = {};       ///< names of the points; empty: none

    void add(double atX, const RepeatedValue &values); ///< Adds a point: the mean, with the deviation as the band.
};

/// One plot of an outcome: curves, a map or an image. Empty parts are not shown.
struct ResultPlot
{
    std::string title, xTitle = {}, yTitle = {};
    bool logarithmicX = false;
    std::vector<ResultCurve> curves = {};
    Eigen::MatrixXd map = {};
    std::vector<std::string> rows = {},
                             columns = {}; ///< names of rows and columns of the map; the image has the same rows
    std::string unit = {};                 ///< unit of the values in the map
    bool ofSpaces = false;                 ///< true if rows and columns of the map are spaces
    Thumbnails image = {};                 ///< image to show, if any
};

/// Collects the map of a plot: methods in rows, directions in columns. A method without values has no row.
class MethodMap
{
public:
    explicit MethodMap(std::vector<std::string> columns) : m_columns(std::move(columns)) {}

    /// Sets a value of the map to the mean of `values`, unless they are empty. The directions of a method are added one
    /// after the other.
    void add(const std::string &method, std::size_t column, const RepeatedValue &values);
    /// Returns the collected map. `xTitle` names what the columns are.
    ResultPlot plot(const std::string &title, const std::string &xTitle, const std::string &unit) const;

private:
    std::vector<std::string> m_columns, m_rows;
    std::vector<std::vector<double>> m_values;
};

/// Result of an experiment as the user sees it.
struct Outcome
{
    std::vector<ResultTable> tables; ///< tables in the terminal's order; the window shows the first one that is
                                     ///< intended for it
    std::vector<ResultPlot> plots = {};
    std::string summary = {};            ///< sentence above the plots in the window; may be empty
    std::vector<std::string> notes = {}; ///< warnings for the user
};

} // namespace anchorscope
