// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"

namespace anchorscope {

/// Opens a Parquet or Arrow file, recognized by its first bytes; null for other files. Throws UnreadableColumn.
std::unique_ptr<ColumnSource> openColumns(const FileBytes &bytes);

} // namespace anchorscope
