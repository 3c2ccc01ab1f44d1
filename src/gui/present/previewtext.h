// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/filepreview.h"
#include "io/dataset/spacepair.h"

#include <QString>

namespace anchorscope::gui {

/// What a user should know of one space of a file before opening it: format, rows × dimensions, type, ids, labels,
/// pictures, rows of zeros or without numbers, and what the reader left out. One fact a line.
QString describePreview(const io::FilePreview &preview, std::size_t space);

/// How many items have a partner, and by which rule. whole: all rows were looked at.
QString describePairs(Index pairs, Index ofX, Index ofY, PairingRule rule, bool whole);

/// “1.2 GB of memory for 2 000 000 rows”, of the spaces that would be read.
QString describeMemory(std::uint64_t bytes);

} // namespace anchorscope::gui
