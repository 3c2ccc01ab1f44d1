// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/similarity.h"

namespace anchorscope {

/// The adaptive metric of a bank of vectors (PARAM 2.2): (x − μ)ᵀ Σλ⁻¹ (a − μ) with
/// Σλ = (1 − λ)Σ̂ + λ·tr(Σ̂)/d·I + ε·I, applied through a Cholesky factor.
class Whitening
{
public:
    /// Fits μ and Σ̂ (divided by n − 1) on n × d rows, n ≥ 2. Where Σλ is not positive definite (λ = ε = 0 and n ≤ d),
    /// ε is raised to 1e-6·tr(Σ̂)/d.
    static Whitening fit(const Matrix &rows, const SimilarityOptions &options, const RunContext &context = {});

    bool empty() const { return m_lower.size() == 0; } ///< cancelled
    /// n × k similarities of n × d items to k × d anchors, all in the units of the rows it was fitted on.
    Matrix similarity(const Matrix &items, const Matrix &anchors, const RunContext &context = {}) const;
    /// L⁻¹(x − μ) for each row, Σλ = L Lᵀ: whitened similarity is the product of two such rows.
    MatrixD whitened(const Matrix &rows) const;

private:
    VectorD m_mean;
    Eigen::MatrixXd m_lower;
};

/// The rows as they were before they were brought to unit length.
Matrix unscaledRows(const Matrix &unit, const Vector &norms);

} // namespace anchorscope
