// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/anchorset.h"
#include "core/projection/preprocess.h"
#include "core/result.h"
#include "core/runcontext.h"
#include "core/statistics.h"
#include "core/translate/linearmaps.h"

#include <optional>
#include <string_view>
#include <vector>

namespace anchorscope {

/// Ways to complete the map of the subspaces, T = S_Xᵀ (S_Yᵀ)⁺, to a translation (IRP 3.3). All give the same result if
/// the anchors are rotations of each other.
enum class Completion {
    none,      ///< no completion: T itself
    completed, ///< (Tᵀ)⁺. The identity encoded by the source's anchors and decoded by the target's gives complete
               ///< anchors, I and T, which are used in place of the pruned ones
    polar,     ///< orthogonal factor of T (ours)
};
const char *completionId(Completion completion); ///< id of a completion: "none", "completed", "polar"
std::optional<Completion> findCompletion(std::string_view id);

/// Options of translation by inverse relative projection (IRP; core/definitions.md, 8).
struct InverseProjectionOptions
{
    int subspaces = 8;      ///< ω, the number of prunings with different starts whose maps are averaged
    double delta = 0.8;     ///< δ, the distance at which pruning stops: the next anchor would be closer; 0 keeps all
                            ///< anchors
    double cutoff = 0.05;   ///< singular values of the target anchors below this share of the largest count as zero
    std::uint64_t seed = 0; ///< random seed of the pruning starts
    Completion completion = Completion::none;
    Status validate() const;
};

/// Completes a map T, dx × dy; singular values below the cut-off count as zero.
MatrixD completed(const MatrixD &map, Completion completion, double cutoff);

/// Linear map between two prepared spaces: the completion of T = (1/ω) Σ S_Xᵀ (S_Yᵀ)⁺.
struct InverseProjection
{
    MatrixD matrix;                       ///< map, dx × dy; empty if cancelled
    std::vector<double> conditionNumbers; ///< condition number of each subspace's target anchors after the cut-off
    std::vector<Index> anchorsKept;       ///< number of anchors kept in each subspace
};

/// Fits the map on parallel anchors given as unit rows, k × dx and k × dy, k ≥ 1. Anchors are pruned on the target's
/// side by greedy farthest-point sampling on 1 − |cos| (IRP 3.2), and the same pairs are kept in the source.
Result<InverseProjection> fitInverseProjection(const MatrixView &source, const MatrixView &target,
                                               const InverseProjectionOptions &options, const RunContext &context = {});

/// Computes one subspace before completion: the pruning that begins at anchor `start` (options.subspaces and .seed are
/// not used).
InverseProjection fitSubspace(const MatrixView &source, const MatrixView &target, Index start,
                              const InverseProjectionOptions &options, const RunContext &context = {});

/// Pruning distances δ that are tried, 0 (no pruning) to 0.9.
std::vector<double> pruningCandidates();

/// Scores each δ of pruningCandidates() (rows) with each completion (columns, in their order): the mean cosine of
/// held-out anchors that a map fitted on the other four fifths translates, over five folds, two subspaces at most.
/// Empty with fewer than 10 anchors, or if cancelled. `options` gives ω, the cut-off and the seed.
MatrixD projectionScores(const MatrixView &source, const MatrixView &target, const InverseProjectionOptions &options,
                         const RunContext &context = {});

/// Sets the δ and the completion with the best score in the options; `onlyDelta`, `only`: restrict the choice to these.
/// Without scores δ = 0.8 and no completion.
InverseProjectionOptions bestProjection(const MatrixD &scores, InverseProjectionOptions options,
                                        std::optional<Completion> only = {}, std::optional<double> onlyDelta = {});

/// Translates items to directions: unit rows of x · T (n × dy), in the target's prepared space.
Matrix translateRows(const MatrixView &rows, const MatrixD &matrix, const RunContext &context = {});
/// Translates items by a map that is stored as two factors.
Matrix translateRows(const MatrixView &rows, const LinearMap &map, const RunContext &context = {});

/// Scales translated directions to the target's own units: ŷ/‖ŷ‖ · s_Y + μ_Y, s_Y the mean norm of the centred target
/// anchors (IRP eq. 4). `anchorVectors`: k × dy raw target anchors.
Matrix inTargetUnits(Matrix directions, const PreparedSpace &target, const MatrixView &anchorVectors);

/// Mean cosine of paired rows of two matrices of unit rows, over the paired items only. NaN if none are.
double meanCosine(const Matrix &translated, const Matrix &target, const Correspondence &pairing);
/// Chance level of meanCosine() if the items are paired at random, for rows of equal length. NaN with fewer than two
/// pairs or if cancelled.
ChanceLevel meanCosineByChance(const Matrix &translated, const Matrix &target, const Correspondence &pairing,
                               const RunContext &context = {});

} // namespace anchorscope
