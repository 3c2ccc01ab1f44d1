// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/product.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Rows of one relative space with short features whose products give lower bounds of distances M between two spaces
/// (core/README.md, “Performance”): M² ≥ norm_i + norm_j − 2 ⟨feature_i, feature_j⟩. The norms are lowered by what
/// rounding can add, so the bound holds in float32. Incomplete if the context was cancelled.
class BoundSpace
{
public:
    /// Takes as features all k coordinates after a common centre was subtracted, so that little cancels: the bound is
    /// M² up to rounding. They are as large as the rows, so they are not kept.
    BoundSpace(const Matrix &rows, const Vector &centre, const RunContext &context);

    /// Takes as features p coordinates along `axes` (p × k, orthonormal rows) and the norm of the rest: by the
    /// Cauchy–Schwarz inequality for the rest, the bound is M² if the rest is zero.
    BoundSpace(const Matrix &rows, const Vector &centre, const Matrix &axes, const RunContext &context);

    const Matrix &rows() const { return m_rows; }
    Index size() const { return m_rows.rows(); }
    double largestNorm() const { return m_largestNorm; }

    /// Packs the left side of bounds: rows begin … begin + count − 1, and their norms, padded with items that match
    /// nothing.
    void packLeft(Index begin, Index count, kernels::LeftBlock &left, std::vector<float> &norms) const;

    /// Packs the right side of bounds. Only the first call does the work; it must come before threads share the space.
    void packRight(const RunContext &context);
    const kernels::PackedRows &right() const { return m_right; }
    const float *normsOfPanel(Index panel) const { return m_norms.data() + panel * m_right.panelWidth(); }

private:
    void setNorm(Index row, double square, double margin);

    const Matrix &m_rows;
    const Vector m_centre; ///< centre of features that are computed from the rows when needed; otherwise empty
    Matrix m_features;
    std::vector<float> m_norms;
    kernels::PackedRows m_right;
    double m_largestNorm = 0;
};

} // namespace anchorscope
