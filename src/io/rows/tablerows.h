// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/itemmetadata.h"
#include "io/rows/tablelayout.h"
#include "io/rows/vectorrows.h"

namespace anchorscope::io {

/// Parses a row of a table and appends its numbers, id, label and other texts to a block of rows, by the roles of the
/// columns. If the vector cannot be read, returns false and appends nothing.
bool parseRow(const std::vector<std::string> &fields, const TableLayout &layout, RowBlock &block);

/// Returns the reason why parseRow() rejects a row, as a sentence without the line number.
std::string complaint(const std::vector<std::string> &fields, const TableLayout &layout);

/// Moves the ids, labels and other columns of the collected rows to `columns`.
void addColumns(const TableLayout &layout, RowCollector &rows, ItemMetadata &columns);

/// Converts the collected rows to an opened file. Each column of whole vectors becomes a space named after the column;
/// all columns of single numbers together form one space, named after the file. `columns`: ids, labels and other
/// columns. The warnings are `notes` and those about omitted rows and guessed roles of columns.
Result<OpenedFile> assembleRows(const FileCandidate &candidate, const TableLayout &layout, RowCollector &rows,
                                ItemMetadata &columns, const std::vector<std::string> &notes = {});

} // namespace anchorscope::io
