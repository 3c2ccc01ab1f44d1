// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"
#include "reader/request.h"

namespace anchorscope {

/// Lists the columns of a Parquet or Arrow file as nodes of a frame (frame/frame.h) and loads the requested ones.
/// Column 3 (from 0) is the group /columns/3 with the attributes "name" and "type", and the children
///   "sample"   its first rows as texts, at most frame::sampleRows
///   "text"     all rows as texts
///   "numbers"  only for numeric columns: n × d float32, or n if each row is one number; sent through the status pipe
///              (StatusPipe::send), and not in the frame
///   "states"   unless all rows are good: n RowState, with the attribute "length" (of the first row of wrong length)
/// The root has the attributes "format", "rows" and "note". The node of an unreadable column has a problem.
std::vector<frame::Node> loadColumns(ColumnSource &source, const Request &request, FrameWriter &frame,
                                     const StatusPipe &status);

} // namespace anchorscope
