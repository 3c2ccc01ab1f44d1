// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/anchorset.h"
#include "core/data/side.h"
#include "core/projection/preprocess.h"
#include "core/projection/similarity.h"

namespace anchorscope {

/// Copies the given rows of a matrix, in the order of `rows`. Incomplete if cancelled.
Matrix rowsOf(const MatrixView &matrix, const std::vector<ItemIndex> &rows, const RunContext &context = {});

/// Copies the unit rows of the given items. If the space is distributed over MPI ranks, every rank gets all these rows.
Matrix rowsOf(const PreparedSpace &space, const std::vector<ItemIndex> &items, const RunContext &context = {});
/// Space of the given items, in the given order. Incomplete if cancelled.
PreparedSpace itemsOf(const PreparedSpace &space, const std::vector<ItemIndex> &items, const RunContext &context = {});
/// Consecutive rows, counted among those that this process holds (with several MPI ranks, only a part of all). Rows
/// that are stored in their file's number type are prepared in the buffer `converted`.
MatrixView heldRows(const PreparedSpace &space, Index first, Index count, Matrix &converted);
/// Distributes the unit rows of the given items over the MPI ranks. Each rank gets a range of `items`.
DistributedRows shareOfRows(const PreparedSpace &space, const std::vector<ItemIndex> &items,
                            const RunContext &context = {});

/// Scales a row to unit length. Returns false for a zero row, which stays zero.
bool scaleToUnit(float *values, Index columns);
/// Scales every row to unit length, in place, except zero rows, whose indices are returned. Incomplete if cancelled.
std::vector<ItemIndex> normalizeRows(Matrix &matrix, const RunContext &context = {});

/// Relative representation (RR eq. 3): n × k similarities of every item of the space to k of its items.
Matrix relativeTo(const PreparedSpace &space, const std::vector<ItemIndex> &anchors, const Similarity &similarity,
                  const RunContext &context = {}, const SimilarityOptions &options = {});
/// Relative representation with free anchors: k × d unit rows that need not be items (the continuous anchors of the
/// paper AO). For similarities that depend on norms, each anchor gets the mean norm of the space's items.
Matrix relativeTo(const PreparedSpace &space, const MatrixView &anchors, const Similarity &similarity,
                  const RunContext &context = {}, const SimilarityOptions &options = {});

/// Canonical coordinates (n × r) of prepared rows: (row − mean) · map, scaled to unit rows. Incomplete if cancelled.
Matrix canonicalCoordinates(const MatrixView &rows, const CanonicalMetric &metric, Side side,
                            const RunContext &context = {});

/// Canonical coordinates of the given items of a space (ascending), as unit rows. Incomplete if cancelled.
Matrix canonicalCoordinates(const PreparedSpace &space, const std::vector<ItemIndex> &items,
                            const CanonicalMetric &metric, Side side, const RunContext &context = {});

/// Two prepared spaces with anchors and a similarity, which give relative vectors. Refers to its arguments.
struct AnchoredPair
{
    const PreparedSpace &x;
    const PreparedSpace &y;
    const AnchorSet &anchors;
    const Similarity &similarity;
    SimilarityOptions similarityOptions = {};

    const PreparedSpace &of(Side side) const { return side == Side::x ? x : y; }
};

/// Anchors of one space as k × d unit rows. In Y they are those that an optimizer found, or without a run the items of
/// the seeds. In X they are the corresponding items.
Matrix anchorsOf(const AnchoredPair &pair, Side side);

/// Relative vectors (n × k) of all items of one space: similarities to anchorsOf(). With a learned similarity, which
/// needs a metric, both spaces are compared with the anchors of X. Incomplete if cancelled.
Matrix relativeRows(const AnchoredPair &pair, Side side, const RunContext &context = {});
/// Relative vectors of the given items (ascending) alone. The others are not computed, unless the similarity is fitted
/// to the whole space. Incomplete if cancelled.
Matrix relativeRows(const AnchoredPair &pair, Side side, const std::vector<ItemIndex> &items,
                    const RunContext &context = {});

/// Unit rows of the given items (ascending) in the coordinates in which a run aligned the spaces, for comparison by
/// cosine: canonical coordinates if the run has a metric, otherwise relative vectors. Incomplete if cancelled.
Matrix alignedRows(const AnchoredPair &pair, Side side, const std::vector<ItemIndex> &items,
                   const RunContext &context = {});

} // namespace anchorscope
