// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/canonicalmetric.h"
#include "core/projection/preprocess.h"
#include "core/translate/canonicalmap.h"

namespace anchorscope {

/// Transform of the prepared rows of a space before canonical maps are fitted to them: they are centred, and with more
/// than 512 dimensions reduced to the leading components.
struct CanonicalBasis
{
    Matrix mean;       ///< mean that is subtracted, 1 × d; 0 × 0: the space is centred already
    Matrix components; ///< leading components, 512 × d orthonormal rows; 0 × 0: all dimensions are kept
};

/// Items of a space whose rows are not zero.
std::vector<ItemIndex> itemsTakingPart(const PreparedSpace &space);

/// Basis of the rows of a space that are not zero (at least one). Incomplete if cancelled.
CanonicalBasis canonicalBasis(const MatrixView &rows, Centering centering, const RunContext &context = {});

/// Unit rows of the coordinates in a basis, for rows that are not zero. Incomplete if cancelled.
Matrix inBasis(const CanonicalBasis &basis, const Matrix &rows, const RunContext &context = {});

/// Metric of the prepared spaces for maps that were fitted in two bases.
CanonicalMetric canonicalMetric(const CanonicalBasis &x, const CanonicalBasis &y, const CanonicalMaps &maps,
                                double ridge);

/// Metric fitted to these pairs of items only (core/definitions.md, 5c). Zero rows are ignored. Empty if the pairs
/// share no direction or if cancelled.
CanonicalMetric fitCanonicalMetric(const PreparedSpace &x, const PreparedSpace &y, const WeightedPairs &pairs,
                                   double ridge, const RunContext &context = {});

} // namespace anchorscope
