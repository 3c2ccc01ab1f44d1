// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/itemmetadata.h"
#include "io/rows/tablelayout.h"
#include "io/rows/vectorrows.h"

namespace anchorscope::io {

/// Appends a row of a table to a block: its numbers, id, label and other texts, by the roles of the columns. Returns
/// false, and adds nothing, if the vector cannot be read.
bool parseRow(const std::vector<std::string> &fields, const TableLayout &layout, RowBlock &block);

/// Reason why parseRow() rejects a row, as a sentence without the line number.
std::string complaint(const std::vector<std::string> &fields, const TableLayout &layout);

/// Adds the ids, labels and further columns of the rows to `columns`.
void addColumns(const TableLayout &layout, RowCollector &rows, ItemMetadata &columns);

/// Assembles the opened file from all rows. Each column of whole vectors becomes a space of that name; all columns of
/// single numbers form one space, named after the file. `columns`: ids and labels. The warnings contain the omissions,
/// `notes` and the guesses.
Result<OpenedFile> assembleRows(const FileCandidate &candidate, const TableLayout &layout, RowCollector &rows,
                                ItemMetadata &columns, const std::vector<std::string> &notes = {});

} // namespace anchorscope::io
