// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/matching/sinkhorn.h"

namespace anchorscope {

/// Maximum number of iterations; runs end earlier if π does not change.
inline constexpr int alternatingIterations = 50;

/// Alternating least squares (core/definitions.md, 5b; ours): for a fixed π the objective of AO eq. 1 is linear least
/// squares in A_Y, so it is solved with a ridge. The known pairs are pinned in π; their rows of A_Y are free. Without a
/// given ridge λ, it begins with a large one and continues with smaller ones while the number of mutual matches grows.
/// Options read: iterations, ridge, convergedBelow, epsilon, sinkhornIterations, prune, timeLimitSeconds.
OptimizeSummary runAlternating(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                               const IterationCallback &onIteration);

/// Computes π from the seed dimensions only: X·X[seeds]ᵀ against Y·Y[partners]ᵀ. Empty rowOfColumn if cancelled.
SinkhornResult matchBySeeds(const OptimizeInput &input, const SinkhornOptions &options, const RunContext &context);

/// Solves (YᵀY + λ·tr(YᵀY)/dy·I) A_Yᵀ = Yᵀ R_X[π] for the anchors A_Y, scaled to unit rows.
class AnchorSolver
{
public:
    AnchorSolver(const OptimizeInput &input, const Matrix &rx, const RunContext &context);

    /// Returns A_Y, k × dy unit rows, with the seed pairs pinned in π. Empty if cancelled.
    Matrix solve(std::vector<ItemIndex> correspondence, double ridge) const;

    /// Like solve(), from some items of Y and their matches only; no seeds are pinned.
    Matrix fit(const std::vector<ItemIndex> &itemsOfY, const std::vector<ItemIndex> &partners, double ridge) const;

    /// Computes YᵀY, dy × dy.
    const MatrixD &gram() const { return m_gram; }

private:
    const OptimizeInput &m_input;
    const Matrix &m_rx;
    const RunContext &m_context;
    MatrixD m_gram;
};

class OptimizeRun;

/// Settings of the function alternate().
struct AlternatingSteps
{
    std::vector<double> ridges;
    int iterations = alternatingIterations; ///< maximum number of iterations for all ridges together
    double convergedBelow = 0.0005;
    std::string stage;
};
/// Alternates from a correspondence with falling ridges. Each ridge except the first must increase the number of mutual
/// matches, or its iterates are dropped. Ends early when interrupted. The best iterate is run.best().
Termination alternate(OptimizeRun &run, const OptimizeInput &input, const AnchorSolver &solver,
                      SinkhornMatcher &matcher, SinkhornResult &match, const AlternatingSteps &steps);

} // namespace anchorscope
