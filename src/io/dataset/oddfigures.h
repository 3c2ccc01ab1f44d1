// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/openedfile.h"

namespace anchorscope::io {

/// Sentences about figures of the spaces that vectors hardly ever have, and that decide most distances or none: a
/// dimension of more than 20 times the usual spread, constant dimensions, some of whole numbers beside fractions, some
/// whose differences float32 hardly keeps, and norms of very different size. Of tables the dimensions have the names of
/// their columns.
std::vector<std::string> oddFigures(const OpenedFile &opened);

} // namespace anchorscope::io
