// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/similarity.h"

namespace anchorscope {

/// Computes the λ that brings Σλ = (1 − λ)Σ̂ + λ·tr(Σ̂)/d·I nearest to the covariance behind the n × d rows, in mean
/// square: b²/d² of Ledoit & Wolf (J. Multivariate Anal. 88, 2004), Lemmas 3.2 to 3.4, with Σ̂ divided by n. In [0, 1];
/// n ≥ 2.
double ledoitWolfShrinkage(const Matrix &rows, const RunContext &context = {});

/// Adaptive metric of a bank of vectors (PARAM 2.2): (x − μ)ᵀ Σλ⁻¹ (a − μ) with Σλ = (1 − λ)Σ̂ + (λ + ε)·tr(Σ̂)/d·I,
/// applied through a Cholesky factor. (PARAM adds ε·I; ours is relative, so that nothing depends on the unit of the
/// vectors.) With fewer rows than dimensions the factor is that of an n × n matrix: with the centred rows C, c = (1 −
/// λ)/(n − 1) and γ = (λ + ε)·tr(Σ̂)/d, Σλ⁻¹ = (I − c·Cᵀ(γI + c·C Cᵀ)⁻¹C)/γ (Woodbury). Memory: min(n, d)² float64, and
/// a copy of the rows if n < d.
class Whitening
{
public:
    /// Fits μ and Σ̂ (divided by n − 1) on n × d rows, n ≥ 2, with the λ of the options or Ledoit and Wolf's. If Σλ is
    /// not positive definite (λ = ε = 0 and n ≤ d), ε is 1e-6.
    static Whitening fit(const Matrix &rows, const SimilarityOptions &options, const RunContext &context = {});

    bool empty() const { return m_lower.size() == 0; } ///< true if fitting was cancelled
    /// Similarities (n × k) of n × d items to k × d anchors, all in the units of the fitted rows. Incomplete if
    /// cancelled.
    Matrix similarity(const Matrix &items, const Matrix &anchors, const RunContext &context = {}) const;
    /// Similarities (k × k) of k × d rows to each other. Incomplete if cancelled.
    MatrixD gram(const Matrix &rows, const RunContext &context = {}) const;

private:
    MatrixD centred(const MatrixView &rows) const { return rows.cast<double>().rowwise() - m_mean.transpose(); }
    bool isWide() const { return m_rows.size() > 0; }
    /// Half of the metric applied to rows a: L⁻¹(a − μ) as columns; with fewer rows than dimensions L⁻¹C(a − μ).
    Eigen::MatrixXd half(const Matrix &rows, const RunContext &context) const;

    VectorD m_mean;
    Eigen::MatrixXd m_lower; ///< Cholesky factor of Σλ; with fewer rows than dimensions that of γI + c·C Cᵀ
    // Members for the case of fewer rows than dimensions:
    Matrix m_rows;                ///< rows that the transform was fitted to, n × d
    double m_isotropic = 0;       ///< γ of the formula above
    double m_covarianceScale = 0; ///< c of the formula above
};

/// Reverses the scaling of rows to unit length.
Matrix unscaledRows(const Matrix &unit, const Vector &norms);

} // namespace anchorscope
