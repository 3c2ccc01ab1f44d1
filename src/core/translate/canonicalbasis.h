// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/canonicalmetric.h"
#include "core/projection/preprocess.h"
#include "core/translate/canonicalmap.h"

namespace anchorscope {

/// Transformation of prepared rows before canonical maps are fitted to them: subtracts the mean if necessary, and
/// reduces more than 512 dimensions to the 512 leading principal components.
struct CanonicalBasis
{
    Matrix mean;       ///< mean to subtract, 1 × d; 0 × 0 if the rows are already centred
    Matrix components; ///< leading principal components, 512 × d, orthonormal rows; 0 × 0 if all dimensions are used
};

std::vector<ItemIndex> itemsTakingPart(const PreparedSpace &space);

/// Computes the basis for rows of a space, at least one, none of which is zero. Incomplete if cancelled.
CanonicalBasis canonicalBasis(const MatrixView &rows, Centering centering, const RunContext &context = {});

/// Coordinates of rows, none of them zero, in a basis, scaled to unit rows. Incomplete if cancelled.
Matrix inBasis(const CanonicalBasis &basis, const Matrix &rows, const RunContext &context = {});

/// Converts maps that were fitted in the bases of two spaces to a metric of the prepared spaces.
CanonicalMetric canonicalMetric(const CanonicalBasis &x, const CanonicalBasis &y, const CanonicalMaps &maps,
                                double ridge);

/// Fits a metric to pairs without zero rows (core/definitions.md, 5c). Empty without common directions or if cancelled.
CanonicalMetric fitCanonicalMetric(const PreparedSpace &x, const PreparedSpace &y, const WeightedPairs &pairs,
                                   double ridge, const RunContext &context = {});

} // namespace anchorscope
