// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/translate/linearmaps.h"

#include <span>

namespace anchorscope {

/// Method to fit a map from one space into the other, fitted to k pairs of unit rows; its parameters are chosen on
/// these pairs.
struct AnchorMap
{
    const char *id; ///< id of the method, as in representations()
    /// Fits the map to pairs of rows, a: k × dx, b: k × dy. Undefined if cancelled.
    LinearMap (*fit)(const MatrixView &a, const MatrixView &b, const RunContext &context);
};

/// All methods: Procrustes, Polar, Affine, Ridge, Canonical ridge (core/definitions.md, 8).
std::span<const AnchorMap> anchorMaps();

} // namespace anchorscope
