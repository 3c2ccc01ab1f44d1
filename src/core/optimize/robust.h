// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

namespace anchorscope {

/// Self-learning of an orthogonal map (algorithms.md 5c; after Artetxe, Labaka & Agirre, ACL 2018): A_Y = A_X W. W
/// starts from the seeds and is learnt from partners induced by CSLS in both directions, at first from a random part of
/// the candidates, so that wrong pairs do not settle. Then a few steps of `alternating` with falling λ, kept where a
/// score without truth is better. Options read: seed, iterations (of the self-learning), epsilon, sinkhornIterations,
/// prune, timeLimitSeconds.
OptimizeSummary runRobust(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                          const IterationCallback &onIteration);

/// The self-learning alone.
struct SelfLearning
{
    Matrix map; ///< dx × dy, orthonormal columns or rows
    double objective = 0;
    int iterations = 0;
    bool converged = false;
};
/// Learns from a first map. `tick` is called after every iteration with the map; it returns false to end.
SelfLearning learnMap(const Matrix &x, const Matrix &y, const Matrix &start, std::uint64_t seed, int mostIterations,
                      const RunContext &context, const std::function<bool(const SelfLearning &)> &tick = {});

/// UVᵀ from pairs of rows.
Matrix mapFromPairs(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &rowsOfX,
                    const std::vector<ItemIndex> &rowsOfY, const RunContext &context);

} // namespace anchorscope
