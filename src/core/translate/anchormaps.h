// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/translate/linearmaps.h"

#include <span>

namespace anchorscope {

/// Method that fits a linear map between two spaces, and its parameters, to k pairs of unit rows.
struct AnchorMap
{
    const char *id; ///< id, as in representations()

    /// Fits the map to pairs of rows, a: k × dx and b: k × dy. The result is undefined if cancelled.
    LinearMap (*fit)(const MatrixView &a, const MatrixView &b, const RunContext &context);
};

/// Methods: Procrustes, Polar, Affine, Ridge, Canonical ridge (core/definitions.md, 8).
std::span<const AnchorMap> anchorMaps();

} // namespace anchorscope
