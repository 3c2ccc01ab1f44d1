// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/filepreview.h"
#include "io/dataset/spacepair.h"

#include <QString>

namespace anchorscope::gui {

/// Describes a space of a file that is not open, one fact per line: format, rows × dimensions, type, ids, labels,
/// images, rows of zeros or NaN, and warnings.
QString describePreview(const io::FilePreview &preview, std::size_t space);

/// Describes how many items have a partner, and how they were paired. `whole`: true if all rows were read.
QString describePairs(Index pairs, Index ofX, Index ofY, PairingRule rule, bool whole);

/// Describes the memory that the spaces will take, such as “1.2 GB of memory for 2,000,000 rows”.
QString describeMemory(std::uint64_t bytes);

} // namespace anchorscope::gui
