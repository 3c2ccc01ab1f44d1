// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <memory>
#include <vector>

namespace anchorscope {

/// Options of the correspondence by entropic optimal transport, as in the paper on parallel anchors
/// (core/definitions.md, 4; AO; Sinkhorn iterations: Cuturi, NeurIPS 2013).
struct SinkhornOptions
{
    double epsilon = 1e-4;
    /// number of Sinkhorn iterations; 1 in the reference code of the paper on parallel anchors (AO)
    int iterations = 1;
    double tolerance = 1e-5; ///< change of the potentials u and v below which the iterations end early
    bool ofRows = false;     ///< whether the match of each row (item of X) is also computed

    /// Vectors of which the transport plan computes weighted means: those of the items of X, averaged for every column;
    /// with `ofRows` those of the items of Y, averaged for every row. Null: no means are computed. Kept by reference.
    const Matrix *averaged = nullptr;
    /// whether bounds exclude pairs before exact distances are computed: faster, with identical bits
    bool prune = true;
    Status validate() const;
};

/// Correspondence π between two relative spaces X (n rows) and Y (m columns), with its potentials and scores.
struct SinkhornResult
{
    /// π: the row (item of X) to which each of the m columns (items of Y) is matched
    std::vector<ItemIndex> rowOfColumn;
    VectorD u;                   ///< Sinkhorn potentials u of the n rows (items of X)
    std::vector<float> distance; ///< distance M of each of the m columns to its matched row
    std::vector<double> score;   ///< score s of each of the m columns with its matched row

    /// column of least distance M for each of the n rows, found in the first iteration
    std::vector<ItemIndex> nearestColumn;
    /// The column to which each row is matched, by the column potentials v computed from u; `distanceOfRow` contains
    /// the distances M. Empty without SinkhornOptions::ofRows.
    std::vector<ItemIndex> columnOfRow;
    std::vector<float> distanceOfRow;
    /// Means of the vectors SinkhornOptions::averaged (barycentric projection), one for each column, or for each row
    /// with SinkhornOptions::ofRows. The weights are the transport plan P = exp((u_i + v_j − M_ij)/ε) with v computed
    /// from u. Empty without `averaged`.
    Matrix averages;
    double survivors = 1; ///< share of the n·m pairs for which the exact distance was computed
    double seconds = 0;
    int iterations = 0;
};

/// Finds the correspondence π between one fixed relative space R_X and any number of spaces R_Y of the same width, as
/// an optimizer needs it. Stores what all calls of match() share (mean and norms of R_X, axes for pruning). Memory
/// O((n+m)·k), never n×m.
class SinkhornMatcher
{
public:
    /// Prepares the matching of the relative space rx (n × k), which is kept by reference and must outlive the matcher.
    explicit SinkhornMatcher(const Matrix &rx, const SinkhornOptions &options = {});
    ~SinkhornMatcher();
    SinkhornMatcher(const SinkhornMatcher &) = delete;
    SinkhornMatcher &operator=(const SinkhornMatcher &) = delete;

    /// Finds the matches π for the relative space ry (m × k). `previous` is the result for an earlier, similar ry, or
    /// null; it affects the speed only, not the result. rowOfColumn is empty if cancelled.
    SinkhornResult match(const Matrix &ry, const SinkhornResult *previous, const RunContext &context);

private:
    struct State;
    SinkhornResult matchExactly(const Matrix &ry, const SinkhornResult *previous, const RunContext &context);
    /// Like match(), but always excludes pairs by bounds first (pruning). The result is also empty if pruning is not
    /// possible or does not pay off.
    SinkhornResult matchPruned(const Matrix &ry, const SinkhornResult *previous, const RunContext &context);

    SinkhornOptions m_options;
    std::unique_ptr<State> m_state;
};

} // namespace anchorscope
