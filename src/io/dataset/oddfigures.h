// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/openedfile.h"

namespace anchorscope::io {

/// Sentences about unusual properties that dominate the distances or do not affect them: a dimension with more than 20
/// times the usual spread, constant dimensions, whole numbers among fractions, items that differ by less than the
/// precision of float32, and norms of very different size. The dimensions of tables are named after their columns.
std::vector<std::string> oddFigures(const OpenedFile &opened);

} // namespace anchorscope::io
