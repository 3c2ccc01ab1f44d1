// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/sidecolumns.h"
#include "io/rows/tablelayout.h"
#include "io/rows/vectorrows.h"

namespace anchorscope::io {

/// Adds a row of a table to a block: numbers, id, label and the rest by the roles of its fields. False, and nothing
/// added, if its vector cannot be read.
bool parseRow(const std::vector<std::string> &fields, const TableLayout &layout, RowBlock &block);

/// Why parseRow() refuses it, as a sentence without its line.
std::string complaint(const std::vector<std::string> &fields, const TableLayout &layout);

/// Gives the ids, labels and further columns of the rows to the columns beside the vectors.
void addColumns(const TableLayout &layout, RowCollector &rows, SideColumns &columns);

/// The file of all rows: each column of whole vectors is a space with its name, the columns of numbers are one
/// together, named after the file. `columns`: ids and labels. What was left out, `notes` and what was guessed are its
/// warnings.
Result<OpenedFile> assembleRows(const FileCandidate &candidate, const TableLayout &layout, RowCollector &rows,
                                SideColumns &columns, const std::vector<std::string> &notes = {});

} // namespace anchorscope::io
