// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"

namespace anchorscope {

/// Opens a Parquet or Arrow file, recognized by its first bytes; null if the file is neither. Throws UnreadableColumn.
std::unique_ptr<ColumnSource> openColumns(const FileBytes &bytes);

} // namespace anchorscope
