// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/openedfile.h"

#include <memory>

namespace anchorscope::io {

// What is kept of the rows of a file that was read as a whole.

/// One table for all spaces.
void shareItems(Dataset &dataset, std::shared_ptr<const ItemTable> items);
/// Notes in the table of items that its row numbers are not those of other files: rows were left out, or drawn by their
/// ids.
void markRows(OpenedFile &opened);
void keepFirstRows(Dataset &dataset, Index rows);
/// A sample, if the options request one.
void drawRows(OpenedFile &opened, const OpenOptions &options);
/// Matrices of a file as its stored rows, without a copy, if the options say so.
void keepStored(Dataset &dataset, const OpenOptions &options);
/// As the ranks hold it, if the options say so.
void keepShares(Dataset &dataset, const OpenOptions &options, Communicator *communicator);

} // namespace anchorscope::io
