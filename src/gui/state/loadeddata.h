// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/pairloader.h"

namespace anchorscope::gui {

using io::DataChoice;
using io::LoadedData; ///< loaded data, which jobs and views share as const
using io::OpenDatasets;

/// Like io::loadPair(), but returns a shared pointer.
Result<std::shared_ptr<const LoadedData>> loadData(const DataChoice &choice, const OpenDatasets &open,
                                                   const RunContext &context);

} // namespace anchorscope::gui
