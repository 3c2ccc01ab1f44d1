// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/pairloader.h"

namespace anchorscope::gui {

using io::DataChoice;
using io::LoadedData; ///< data of a comparison, shared by jobs and views; never changed
using io::OpenDatasets;

} // namespace anchorscope::gui
