// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/similarity.h"

#include <optional>

namespace anchorscope {

/// Shrinkage λ, in [0, 1], for which Σλ = (1 − λ)Σ̂ + λ·tr(Σ̂)/d·I is nearest in mean square to the true covariance of
/// the rows (n × d, n ≥ 2): Ledoit & Wolf (J. Multivariate Anal. 88, 2004), Lemmas 3.2 to 3.4; Σ̂ is divided by n.
double ledoitWolfShrinkage(const Matrix &rows, const RunContext &context = {});

/// Whitened similarity with a metric fitted to the vectors of a space, after the paper PARAM (2.2): (x − μ)ᵀ Σλ⁻¹ (a −
/// μ) with Σλ = (1 − λ)Σ̂ + (λ + ε)·tr(Σ̂)/d·I. Σλ is factorized by Cholesky. (PARAM adds ε·I; here ε is relative, so
/// that nothing depends on the unit of the vectors.) With fewer rows than dimensions an n × n matrix is factorized
/// instead (Woodbury): Σλ⁻¹ = (I − c·Cᵀ(γI + c·C·Cᵀ)⁻¹C)/γ with the centred rows C, c = (1 − λ)/(n − 1) and γ = (λ +
/// ε)·tr(Σ̂)/d. Memory: min(n, d)² float64, and a copy of the rows if n < d.
class Whitening
{
public:
    /// Fits the mean μ and covariance Σ̂ (divided by n − 1) to n × d rows, n ≥ 2, with λ from the options or by Ledoit
    /// and Wolf. If Σλ is not positive definite (λ = ε = 0 and n ≤ d), ε is 1e-6. `dimension`: d if the rows are
    /// coordinates in their span; nullopt: number of columns.
    static Whitening fit(const Matrix &rows, const SimilarityOptions &options, const RunContext &context = {},
                         std::optional<Index> dimension = {});

    bool empty() const { return m_lower.size() == 0; } ///< true if fitting was cancelled

    /// Similarities (n × k) of n × d items to k × d anchors, in the units of the fitted rows. Incomplete if cancelled.
    Matrix similarity(const Matrix &items, const Matrix &anchors, const RunContext &context = {}) const;
    /// Similarities (k × k) of rows (k × d) to each other. Incomplete if cancelled.
    MatrixD gram(const Matrix &rows, const RunContext &context = {}) const;

private:
    MatrixD centred(const MatrixView &rows) const { return rows.cast<double>().rowwise() - m_mean.transpose(); }
    bool isWide() const { return m_rows.size() > 0; }
    /// Returns H, which has a column L⁻¹(a − μ) for each row a (L: Cholesky factor). HᵀH contains the similarities.
    /// After a fit to fewer rows than dimensions, columns are L⁻¹C(a − μ) (C: centred rows), and the similarities have
    /// another term.
    Eigen::MatrixXd half(const Matrix &rows, const RunContext &context) const;

    VectorD m_mean;
    /// Cholesky factor of the covariance Σλ. With fewer rows than dimensions, Cholesky factor of γI + c·C·Cᵀ (n × n): C
    /// are the centred rows, γ is m_isotropic, and c is m_covarianceScale.
    Eigen::MatrixXd m_lower;

    // The following members are used only with fewer rows than dimensions.
    Matrix m_rows;          ///< rows that the metric was fitted to, n × d
    double m_isotropic = 0; ///< γ = (λ + ε)·tr(Σ̂)/d, the isotropic part of the covariance Σλ

    /// c = (1 − λ)/(n − 1), the factor of CᵀC in the covariance Σλ, where C are the centred rows
    double m_covarianceScale = 0;
};

/// Multiplies unit rows by the norms that they had before scaling.
Matrix unscaledRows(const Matrix &unit, const Vector &norms);

} // namespace anchorscope
