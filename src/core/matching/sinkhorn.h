// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <memory>
#include <vector>

namespace anchorscope {

/// Options of the entropic correspondence (core/definitions.md, 4; AO; Cuturi, NeurIPS 2013).
struct SinkhornOptions
{
    double epsilon = 1e-4;
    int iterations = 1;      ///< number of iterations; 1 in the paper's reference code
    double tolerance = 1e-5; ///< with several iterations: stop when u and v change by less than this
    bool ofRows = false;     ///< true: also finds the match of each row
    /// Vectors to be averaged by the transport plan: those of the items of X, for every column; with `ofRows` those of
    /// the items of Y, for every row. Null: none. Kept by reference.
    const Matrix *averaged = nullptr;
    bool prune = true; ///< true: discards pairs by a bound first; the result is the same bit for bit
    Status validate() const;
};

/// Correspondence π between two relative spaces, with its potentials and scores.
struct SinkhornResult
{
    std::vector<ItemIndex> rowOfColumn;   ///< π: for each of the m columns (items of Y) its row (item of X)
    VectorD u;                            ///< potentials of the n rows
    std::vector<float> distance;          ///< distance M of each of the m columns to its row
    std::vector<double> score;            ///< score s of each of the m columns with its row
    std::vector<ItemIndex> nearestColumn; ///< column of least M for each of the n rows, in the first iteration
    /// With SinkhornOptions::ofRows: the column that each row is matched to, and their distance M, by the column
    /// potentials that follow u.
    std::vector<ItemIndex> columnOfRow;
    std::vector<float> distanceOfRow;
    /// With SinkhornOptions::averaged: for each column (row) the mean of the given vectors weighted by the plan P =
    /// exp((u_i + v_j − M_ij)/ε), v from u (its barycentric projection).
    Matrix averages;
    double survivors = 1; ///< share of the n·m pairs whose full distance was needed
    double seconds = 0;
    int iterations = 0;
};

/// Finds π for one fixed R_X and any number of R_Y of the same width, as an optimizer needs it. Keeps what depends on
/// R_X alone (mean, norms, pruning basis). Memory O((n+m)·k), never n×m.
class SinkhornMatcher
{
public:
    /// Prepares the matching of rx (n × k), which is kept by reference and must outlive the matcher.
    explicit SinkhornMatcher(const Matrix &rx, const SinkhornOptions &options = {});
    ~SinkhornMatcher();
    SinkhornMatcher(const SinkhornMatcher &) = delete;
    SinkhornMatcher &operator=(const SinkhornMatcher &) = delete;

    /// Finds π for ry (m × k). `previous`: the result for an earlier, similar R_Y, or null; it changes speed, never the
    /// result. Empty rowOfColumn if cancelled.
    SinkhornResult match(const Matrix &ry, const SinkhornResult *previous, const RunContext &context);

private:
    struct State;
    SinkhornResult matchExactly(const Matrix &ry, const SinkhornResult *previous, const RunContext &context);
    /// Like match(), with pruning. Also empty if pruning does not pay off.
    SinkhornResult matchPruned(const Matrix &ry, const SinkhornResult *previous, const RunContext &context);

    SinkhornOptions m_options;
    std::unique_ptr<State> m_state;
};

} // namespace anchorscope
