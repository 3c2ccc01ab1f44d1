// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <memory>
#include <vector>

namespace anchorscope {

/// Options of entropic optimal transport (core/definitions.md, 4; paper AO; Sinkhorn iterations: Cuturi, NeurIPS 2013).
struct SinkhornOptions
{
    double epsilon = 1e-4;
    /// number of Sinkhorn iterations; 1 in the reference code of the paper AO
    int iterations = 1;
    double tolerance = 1e-5; ///< change of the potentials u and v below which the iterations end early
    bool ofRows = false;     ///< whether the match of each row (item of X) is also computed

    /// Vectors to average by the transport plan: those of the items of X for every column; with `ofRows` those of the
    /// items of Y for every row. Null: none. Kept by reference.
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

    /// column of least distance M for each of the n rows, from the first iteration
    std::vector<ItemIndex> nearestColumn;
    /// Match of each row by the potentials v that follow from u, and its distance M; empty without
    /// SinkhornOptions::ofRows.
    std::vector<ItemIndex> columnOfRow;
    std::vector<float> distanceOfRow;
    /// Means of SinkhornOptions::averaged (barycentric projection), one per column, or per row with
    /// SinkhornOptions::ofRows, by the transport plan P = exp((u_i + v_j − M_ij)/ε) with v computed from u. Empty
    /// without `averaged`.
    Matrix averages;
    double survivors = 1; ///< share of the n·m pairs whose exact distance was computed
    double seconds = 0;
    int iterations = 0;
};

/// Finds the correspondence π between a fixed relative space R_X and any number of spaces R_Y of the same width. Keeps
/// what all calls of match() share (mean and norms of R_X, axes for pruning). Memory O((n+m)·k), never n×m.
class SinkhornMatcher
{
public:
    /// Prepares the matching of the relative space rx (n × k), which is kept by reference and must outlive the matcher.
    explicit SinkhornMatcher(const Matrix &rx, const SinkhornOptions &options = {});
    ~SinkhornMatcher();
    SinkhornMatcher(const SinkhornMatcher &) = delete;
    SinkhornMatcher &operator=(const SinkhornMatcher &) = delete;

    /// Finds the matches π for ry (m × k). `previous`: result for an earlier, similar ry, or null; affects the speed
    /// only. rowOfColumn is empty if cancelled.
    SinkhornResult match(const Matrix &ry, const SinkhornResult *previous, const RunContext &context);

private:
    struct State;
    SinkhornResult matchExactly(const Matrix &ry, const SinkhornResult *previous, const RunContext &context);
    /// Like match(), but always with pruning. Empty also if pruning is not possible or does not pay off.
    SinkhornResult matchPruned(const Matrix &ry, const SinkhornResult *previous, const RunContext &context);

    SinkhornOptions m_options;
    std::unique_ptr<State> m_state;
};

} // namespace anchorscope
