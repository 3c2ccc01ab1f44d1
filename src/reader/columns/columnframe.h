// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"
#include "reader/request.h"

namespace anchorscope {

/// Lists the columns of a file as nodes of a frame and loads the requested ones. Column 3 is the group /columns/3 with
/// the attributes name and type, and the children
///   sample   its first rows as texts, at most frame::sampleRows
///   text     all rows as texts
///   numbers  n × d float32 or float16, or n of them if each row is one number; only for numeric columns
///   states   n RowState, with the attribute length (of the first row of wrong length); in addition to `numbers`,
///   unless
///            all rows are good
/// The root has the attributes format, rows and note. A column that is not read has its problem.
std::vector<frame::Node> loadColumns(ColumnSource &source, const Request &request, FrameWriter &frame,
                                     const StatusPipe &status);

} // namespace anchorscope
