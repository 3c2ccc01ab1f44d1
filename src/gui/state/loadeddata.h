// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/pairloader.h"

namespace anchorscope::gui {

using io::DataChoice;
using io::LoadedData; ///< immutable once loaded, so that jobs and views share it
using io::OpenDatasets;

/// io::loadPair, shared.
Result<std::shared_ptr<const LoadedData>> loadData(const DataChoice &choice, const OpenDatasets &open,
                                                   const RunContext &context);

} // namespace anchorscope::gui
