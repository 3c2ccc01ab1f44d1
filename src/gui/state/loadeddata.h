// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/pairloader.h"

namespace anchorscope::gui {

using io::DataChoice;
using io::LoadedData; ///< data of the two spaces of a comparison, shared by jobs and views; never changed
using io::OpenDatasets;

/// Like io::loadPair(), but returns a shared pointer.
Result<std::shared_ptr<const LoadedData>> loadData(const DataChoice &choice, const OpenDatasets &open,
                                                   const RunContext &context);

} // namespace anchorscope::gui
