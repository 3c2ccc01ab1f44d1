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

/// Ways to turn the map of the subspaces, T = S_Xᵀ (S_Yᵀ)⁺ (S: anchors of a space as rows), into a translation (paper
/// IRP, 3.3). All give the same result if the anchors of Y are rotated anchors of X.
enum class Completion {
    none,
    completed, ///< the map (Tᵀ)⁺, which results if the anchors are the unit vectors of X and their images by T
    polar,     ///< orthogonal factor of the polar decomposition of T; not in the paper
};
const char *completionId(Completion completion); ///< "none", "completed", "polar"
std::optional<Completion> findCompletion(std::string_view id);

/// Options of translation by inverse relative projection (IRP; core/definitions.md, 8).
struct InverseProjectionOptions
{
    int subspaces = 8;    ///< ω: number of subspaces (anchors pruned from different starts) whose maps are averaged
    double delta = 0.8;   ///< δ: minimum distance between the anchors of a subspace; 0 uses all anchors
    double cutoff = 0.05; ///< share of the largest singular value, below which singular values of anchors count as 0
    std::uint64_t seed = 0;
    Completion completion = Completion::none;
    Status validate() const;
};

/// Turns the map T of the subspaces (dx × dy) into a translation. Singular values below the cut-off count as zero.
MatrixD completed(const MatrixD &map, Completion completion, double cutoff);

/// Linear map from one prepared space to another: the completion of T = (1/ω) Σ S_Xᵀ (S_Yᵀ)⁺, a mean over ω subspaces.
struct InverseProjection
{
    MatrixD matrix; ///< map between the prepared spaces, dx × dy; empty if cancelled

    /// condition number of the target's anchors in each subspace, without singular values below the cut-off
    std::vector<double> conditionNumbers;
    std::vector<Index> anchorsKept;
};

/// Fits the map to anchors given as pairs of unit rows, k × dx and k × dy, k ≥ 1. The anchors of each subspace are
/// chosen in the target by greedy farthest-point sampling on 1 − |cos| (IRP 3.2); the source uses the same pairs.
Result<InverseProjection> fitInverseProjection(const MatrixView &source, const MatrixView &target,
                                               const InverseProjectionOptions &options, const RunContext &context = {});

/// Fits the map T of one subspace. The choice of its anchors begins with anchor `start`. Of the options, only δ and the
/// cut-off are used.
InverseProjection fitSubspace(const MatrixView &source, const MatrixView &target, Index start,
                              const InverseProjectionOptions &options, const RunContext &context = {});

/// Pruning distances δ that are tried, 0 (no pruning) to 0.9.
std::vector<double> pruningCandidates();

/// Scores each δ of pruningCandidates() (rows) with each Completion (columns) by cross-validation over five folds. A
/// score is the mean cosine of held-out anchors translated by a map fitted to the other folds, with at most two
/// subspaces. Empty with fewer than 10 anchors, or if cancelled. `options`: ω, cut-off and random seed.
MatrixD projectionScores(const MatrixView &source, const MatrixView &target, const InverseProjectionOptions &options,
                         const RunContext &context = {});

/// Returns `options` with the δ and the completion of the best score; `onlyDelta` or `only` limits the choice. Without
/// scores δ is 0.8, and there is no completion.
InverseProjectionOptions bestProjection(const MatrixD &scores, InverseProjectionOptions options,
                                        std::optional<Completion> only = {}, std::optional<double> onlyDelta = {});

/// Translates rows to directions in the target's prepared space: row · matrix, scaled to unit rows (n × dy).
Matrix translateRows(const MatrixView &rows, const MatrixD &matrix, const RunContext &context = {});
/// Like translateRows() with a matrix, for a map that may be stored as two factors and an offset.
Matrix translateRows(const MatrixView &rows, const LinearMap &map, const RunContext &context = {});

/// Converts translated directions ŷ to vectors in the target's own units: ŷ/‖ŷ‖ · s_Y + μ_Y (IRP eq. 4), with the mean
/// norm s_Y of the centred `anchorVectors` (k × dy, original units) and the mean μ_Y of the target.
Matrix inTargetUnits(Matrix directions, const PreparedSpace &target, const MatrixView &anchorVectors);

/// Mean cosine of the paired rows of two matrices of unit rows; NaN without pairs.
double meanCosine(const Matrix &translated, const Matrix &target, const Correspondence &pairing);
/// Chance level of meanCosine() for random pairings. NaN with fewer than two pairs or if cancelled.
ChanceLevel meanCosineByChance(const Matrix &translated, const Matrix &target, const Correspondence &pairing,
                               const RunContext &context = {});

} // namespace anchorscope
