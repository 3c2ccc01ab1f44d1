// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/anchorlosses.h"

#include <cmath>

namespace anchorscope {

namespace {

/// Converts a gradient with respect to the values `p` of a softmax to one with respect to its arguments.
MatrixD throughSoftmax(const MatrixD &p, const MatrixD &gradient, double temperature)
{
    const VectorD mean = p.cwiseProduct(gradient).rowwise().sum();
    return (p.array() * (gradient.colwise() - mean).array()) / temperature;
}

/// Standardizes columns to zero mean and unit (population) variance. `inverse`: 1/σ per column, 0 for constant columns.
MatrixD standardized(const MatrixD &f, Eigen::RowVectorXd &inverse)
{
    const MatrixD centred = f.rowwise() - f.colwise().mean();
    const Eigen::RowVectorXd deviation = (centred.colwise().squaredNorm() / static_cast<double>(f.rows())).cwiseSqrt();
    inverse = (deviation.array() > 0).select(deviation.array().max(1e-300).inverse(), 0.0);
    return centred.array().rowwise() * inverse.array();
}

MatrixD throughStandardizing(const MatrixD &values, const Eigen::RowVectorXd &inverse, const MatrixD &gradient)
{
    const Eigen::RowVectorXd mean = gradient.colwise().mean();
    const Eigen::RowVectorXd along = gradient.cwiseProduct(values).colwise().mean();
    const MatrixD projected = (gradient.rowwise() - mean) - MatrixD(values.array().rowwise() * along.array());
    return projected.array().rowwise() * inverse.array();
}

MatrixD unitRows(const MatrixD &f, VectorD &norms)
{
    norms = f.rowwise().norm().cwiseMax(1e-12);
    return f.array().colwise() / norms.array();
}

MatrixD throughUnitRows(const MatrixD &unit, const VectorD &norms, const MatrixD &gradient)
{
    const VectorD along = unit.cwiseProduct(gradient).rowwise().sum();
    const MatrixD projected = gradient - MatrixD(unit.array().colwise() * along.array());
    return projected.array().colwise() / norms.array();
}

/// Returns half of log mean_{i≠j} exp(−2 ‖f_i − f_j‖²) for unit rows and adds its gradient to `gradient`.
double halfUniformity(const MatrixD &unit, MatrixD &gradient)
{
    const auto pairs = static_cast<double>(unit.rows() * (unit.rows() - 1));
    // exponent −2 ‖f_i − f_j‖² = −2 (2 − 2 cos) of unit rows
    MatrixD weight = (4 * (unit * unit.transpose()).array() - 4).exp();
    weight.diagonal().setZero();
    const double sum = weight.sum();
    const VectorD rowSums = weight.rowwise().sum();
    // The gradient of exp(−2‖f_i − f_j‖²) is −4 (f_i − f_j) exp(−2‖f_i − f_j‖²); the sum has each pair twice.
    gradient += (0.5 / sum) * -8 * (MatrixD(unit.array().colwise() * rowSums.array()) - weight * unit);
    return 0.5 * std::log(sum / pairs);
}

} // namespace

MatrixD softmaxRows(const MatrixD &f, double temperature)
{
    MatrixD p = f / temperature;
    p.colwise() -= VectorD(p.rowwise().maxCoeff());
    p = p.array().exp();
    p.array().colwise() /= VectorD(p.rowwise().sum()).array();
    return p;
}

PairLoss softJaccardLoss(const MatrixD &f, const MatrixD &g, double temperature)
{
    const MatrixD p = softmaxRows(f, temperature);
    const MatrixD q = softmaxRows(g, temperature);
    // Rows of p and q sum to 1, so Σ max(p, q) = 2 − Σ min(p, q).
    const VectorD shared = p.cwiseMin(q).rowwise().sum();
    const auto batch = static_cast<double>(f.rows());
    PairLoss loss;
    loss.value = 1 - (shared.array() / (2 - shared.array())).mean();
    const VectorD slope = -2.0 / (batch * (2 - shared.array()).square());
    const MatrixD pSmaller = (p.array() < q.array()).cast<double>() + 0.5 * (p.array() == q.array()).cast<double>();
    const MatrixD toP = pSmaller.array().colwise() * slope.array();
    const MatrixD toQ = (1 - pSmaller.array()).matrix().array().colwise() * slope.array();
    loss.gradientF = throughSoftmax(p, toP, temperature);
    loss.gradientG = throughSoftmax(q, toQ, temperature);
    return loss;
}

PairLoss barlowTwinsLoss(const MatrixD &f, const MatrixD &g, double offDiagonal)
{
    Eigen::RowVectorXd inverseF, inverseG;
    const MatrixD a = standardized(f, inverseF);
    const MatrixD b = standardized(g, inverseG);
    const auto batch = static_cast<double>(f.rows());
    const auto k = static_cast<double>(f.cols());
    const MatrixD c = a.transpose() * b / batch;
    MatrixD toC = 2 * offDiagonal * c / k;
    toC.diagonal() = -2 * (1 - c.diagonal().array()) / k;
    PairLoss loss;
    const VectorD diagonal = c.diagonal();
    loss.value = ((1 - diagonal.array()).square().sum() + offDiagonal * (c.squaredNorm() - diagonal.squaredNorm())) / k;
    loss.gradientF = throughStandardizing(a, inverseF, b * toC.transpose() / batch);
    loss.gradientG = throughStandardizing(b, inverseG, a * toC / batch);
    return loss;
}

PairLoss alignmentUniformityLoss(const MatrixD &f, const MatrixD &g)
{
    VectorD normsF, normsG;
    const MatrixD a = unitRows(f, normsF);
    const MatrixD b = unitRows(g, normsG);
    const auto batch = static_cast<double>(f.rows());
    MatrixD toA = 2 / batch * (a - b);
    MatrixD toB = -toA;
    PairLoss loss;
    loss.value = (a - b).squaredNorm() / batch + halfUniformity(a, toA) + halfUniformity(b, toB);
    loss.gradientF = throughUnitRows(a, normsF, toA);
    loss.gradientG = throughUnitRows(b, normsG, toB);
    return loss;
}

} // namespace anchorscope
