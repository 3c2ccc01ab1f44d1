// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/product.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Rows of one relative space with a short feature vector each. Products of the features of two spaces give lower
/// bounds of the distances M between their rows (core/README.md, “Performance”): M² ≥ norm_i + norm_j − 2 ⟨feature_i,
/// feature_j⟩. Here norm_i is a squared norm, lowered by the maximum rounding error, so that the bound holds in
/// float32. The object is incomplete if the context was cancelled.
class BoundSpace
{
public:
    /// Uses all k coordinates of a row as features, after subtracting a common centre, which reduces cancellation. The
    /// bound is then the squared distance M² up to rounding. These features are as large as the rows, so they are
    /// computed again when needed.
    BoundSpace(const Matrix &rows, const Vector &centre, const RunContext &context);

    /// Uses as features of a row its p coordinates along `axes` (p × k, orthonormal rows) and the norm of its remaining
    /// component. By the Cauchy–Schwarz inequality for the remaining components, the result is a lower bound of the
    /// squared distance M²; it equals M² if they are zero.
    BoundSpace(const Matrix &rows, const Vector &centre, const Matrix &axes, const RunContext &context);

    const Matrix &rows() const { return m_rows; }
    Index size() const { return m_rows.rows(); }
    double largestNorm() const { return m_largestNorm; }

    /// Packs the features of rows begin … begin + count − 1 as left factor of a product that gives bounds, and copies
    /// their norms. Rows added as padding get infinite norms, so that they match nothing.
    void packLeft(Index begin, Index count, kernels::LeftBlock &left, std::vector<float> &norms) const;

    /// Packs the features of all rows as right factor of a product that gives bounds. Only the first call has an
    /// effect; it must happen before several threads use the space.
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
