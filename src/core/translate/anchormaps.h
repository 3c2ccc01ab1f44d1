// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/translate/linearmaps.h"

#include <span>

namespace anchorscope {

/// A map from one space into the other that is fitted directly on k pairs of unit rows; what it needs to choose it
/// chooses on these pairs.
struct AnchorMap
{
    const char *id; ///< as in representations()
    /// a: k × dx, b: k × dy. Of no use if cancelled.
    LinearMap (*fit)(const MatrixView &a, const MatrixView &b, const RunContext &context);
};

/// Procrustes, Polar, Affine, Ridge, Canonical ridge (core/README.md, 8).
std::span<const AnchorMap> anchorMaps();

} // namespace anchorscope
