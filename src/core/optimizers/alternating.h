// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/matching/sinkhorn.h"

#include <Eigen/Cholesky>

#include <optional>

namespace anchorscope {

/// Default limit of iterations; a run ends earlier if the matches π do not change.
inline constexpr int alternatingIterations = 50;

/// Finds anchors by alternating least squares (core/definitions.md, 5b; our own method). With the matches π fixed, the
/// objective (eq. 1 of the paper AO) is linear least squares in the anchors A_Y, which are solved for with a ridge λ;
/// then new matches are found. In π the seeds always have their known partners; their rows of A_Y are free. If no ridge
/// is given, the method begins with a large one and continues with smaller ones while the number of mutual matches
/// grows. Options used: iterations, ridge, convergedBelow, epsilon, sinkhornIterations, prune, timeLimitSeconds.
OptimizeSummary runAlternating(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                               const IterationCallback &onIteration);

/// Finds matches π with the seeds as the only anchors: compares X·X[seeds]ᵀ with Y·Y[partners]ᵀ. Empty if cancelled.
SinkhornResult matchBySeeds(const OptimizeInput &input, const SinkhornOptions &options, const RunContext &context);

/// Solves (YᵀY + λ·tr(YᵀY)/dy·I) A_Yᵀ = Yᵀ R_X[π] for the anchors A_Y, given matches π, and scales A_Y to unit rows.
class AnchorSolver
{
public:
    AnchorSolver(const OptimizeInput &input, const Matrix &rx, const RunContext &context);

    /// Returns A_Y (k × dy, unit rows) after setting the matches of seeds to their partners. Empty if cancelled.
    Matrix solve(std::vector<ItemIndex> correspondence, double ridge);

private:
    const OptimizeInput &m_input;
    const Matrix &m_rx;
    const RunContext &m_context;
    MatrixD m_gram;
    /// Cholesky factor of the system at the ridge of the last call, kept because most runs use one ridge.
    Eigen::LLT<MatrixD> m_factor;
    std::optional<double> m_ridge;
};

} // namespace anchorscope
