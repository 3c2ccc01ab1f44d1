// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"

namespace anchorscope {

/// Opens a file of columns according to its first bytes: Parquet or Arrow; null if it is neither. Throws
/// UnreadableColumn.
std::unique_ptr<ColumnSource> openColumns(const FileBytes &bytes);

} // namespace anchorscope
