// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/text/columnfacts.h"
#include "io/text/columnroles.h"

#include <vector>

namespace anchorscope::io {

/// The role that a column seems to have.
struct ColumnGuess
{
    ColumnUse use = ColumnUse::other;
    /// Goes on from the name of the column, “has no name and counts the rows”; empty: its name says it all.
    std::string why = {};
    /// Its name breaks the pattern of the other columns of numbers, and its spread is so many times their median; 0:
    /// no.
    double outgrows = 0;
};

/// Whether the first row holds the names of the columns.
bool hasHeaderRow(const TextRows &rows);

/// Names first (id, word, label; e0, dim_0, 0; unnamed), then values (io/README.md, “Columns of tables”).
std::vector<ColumnGuess> guessColumns(const std::vector<TableColumn> &columns, const std::vector<ColumnFacts> &facts);

/// A spread that is so many times the median of the columns decides most distances.
inline constexpr double farBeyond = 20;
/// The upper one of two in the middle; 0 of none.
double medianOf(std::vector<double> values);

} // namespace anchorscope::io
