// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <span>
#include <string_view>

namespace anchorscope {

/// One way to compare items with anchors (algorithms.md 2). All fill a row of the relative representation.
struct Similarity
{
    const char *id;      ///< as on the command line and in files
    const char *label;   ///< as on screen
    const char *formula; ///< for tooltips
    /// n × k similarities of n × d items to k × d anchors of the same space, both with unit rows.
    Matrix (*relative)(const MatrixView &items, const MatrixView &anchors, const RunContext &context);
};

/// All similarities; the first is the default. Lists in the window and options of the command line come from here.
std::span<const Similarity> similarities();
/// The similarity of that id, or null.
const Similarity *findSimilarity(std::string_view id);

} // namespace anchorscope
