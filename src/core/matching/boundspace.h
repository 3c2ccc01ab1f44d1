// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/product.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Rows of one relative space with short feature vectors, whose products give lower bounds of the distances M between
/// rows of two spaces (core/README.md, “Performance”): M² ≥ norm_i + norm_j − 2 ⟨feature_i, feature_j⟩. norm_i is a
/// squared norm, lowered by the maximum rounding error, so that the bound holds in float32. Incomplete if cancelled.
class BoundSpace
{
public:
    /// Features are all k coordinates of a row, minus a common centre, which reduces cancellation. The bound is then M²
    /// up to rounding. The features are computed again when needed, because they are as large as the rows.
    BoundSpace(const Matrix &rows, const Vector &centre, const RunContext &context);

    /// Features are the p coordinates of a row along `axes` (p × k, orthonormal rows) and the norm of the rest. By the
    /// Cauchy–Schwarz inequality this is a lower bound of M², and equal to it if the rest is zero.
    BoundSpace(const Matrix &rows, const Vector &centre, const Matrix &axes, const RunContext &context);

    const Matrix &rows() const { return m_rows; }
    Index size() const { return m_rows.rows(); }
    double largestNorm() const { return m_largestNorm; }

    /// Packs the features of rows begin … begin + count − 1 as left factor of a product that gives bounds, and copies
    /// their norms. Rows added as padding get infinite norms, so that they match nothing.
    void packLeft(Index begin, Index count, kernels::LeftBlock &left, std::vector<float> &norms) const;

    /// Packs the features as right factor. Only the first call has an effect; make it before several threads use the
    /// space.
    void packRight(const RunContext &context);
    const kernels::PackedRows &right() const { return m_right; }
    const float *normsOfPanel(Index panel) const { return m_norms.data() + panel * m_right.panelWidth(); }

private:
    void setNorm(Index row, double square, double margin);

    const Matrix &m_rows;
    /// centre to subtract from the rows when features are computed; empty if the features are stored
    const Vector m_centre;
    Matrix m_features;
    std::vector<float> m_norms;
    kernels::PackedRows m_right;
    double m_largestNorm = 0;
};

} // namespace anchorscope
