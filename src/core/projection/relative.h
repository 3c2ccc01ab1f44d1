// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/anchorset.h"
#include "core/data/side.h"
#include "core/projection/preprocess.h"
#include "core/projection/similarity.h"

namespace anchorscope {

/// Copies the given rows, in that order. Incomplete if the context was cancelled.
Matrix rowsOf(const MatrixView &matrix, const std::vector<ItemIndex> &rows, const RunContext &context = {});

/// Copies rows of a space that may be distributed over ranks; every rank gets them.
Matrix rowsOf(const PreparedSpace &space, const std::vector<ItemIndex> &items, const RunContext &context = {});
/// Returns consecutive rows of those that this process holds (with ranks, its share). Rows that are prepared on access
/// are written to `converted`.
MatrixView heldRows(const PreparedSpace &space, Index first, Index count, Matrix &converted);
/// Returns the rows of this rank's share of the items, if ranks share the work.
DistributedRows shareOfRows(const PreparedSpace &space, const std::vector<ItemIndex> &items,
                            const RunContext &context = {});

/// Scales every row to unit length, in place; zero rows stay zero and are returned. Incomplete if cancelled.
std::vector<ItemIndex> normalizeRows(Matrix &matrix, const RunContext &context = {});

/// Relative representation (RR eq. 3): n × k similarities of every item of the space to k of its items.
Matrix relativeTo(const PreparedSpace &space, const std::vector<ItemIndex> &anchors, const Similarity &similarity,
                  const RunContext &context = {}, const SimilarityOptions &options = {});
/// Relative representation with free anchors: k × d unit rows that need not be items (AO's continuous anchors). If a
/// similarity depends on length, they have the mean length of the space's items.
Matrix relativeTo(const PreparedSpace &space, const MatrixView &anchors, const Similarity &similarity,
                  const RunContext &context = {}, const SimilarityOptions &options = {});

/// Canonical coordinates (n × r) of prepared rows of a side: unit rows of (x − mean)·A; zero rows stay zero. Incomplete
/// if cancelled.
Matrix canonicalCoordinates(const MatrixView &rows, const CanonicalMetric &metric, Side side,
                            const RunContext &context = {});

/// Canonical coordinates of some items of a space, ascending, or of all.
Matrix canonicalCoordinates(const PreparedSpace &space, const std::vector<ItemIndex> &items,
                            const CanonicalMetric &metric, Side side, const RunContext &context = {});

/// Two prepared spaces and the anchors that describe both. Refers to its arguments.
struct AnchoredPair
{
    const PreparedSpace &x;
    const PreparedSpace &y;
    const AnchorSet &anchors;
    const Similarity &similarity;
    SimilarityOptions similarityOptions = {};

    const PreparedSpace &of(Side side) const { return side == Side::x ? x : y; }
};

/// Anchors of a side as k × d unit rows. In Y they are those that an optimizer found, otherwise the seeds' items; in X
/// their counterparts.
Matrix anchorsOf(const AnchoredPair &pair, Side side);

/// Similarities (n × k) of all items of a side to its anchorsOf(); with a learned similarity, which needs a metric,
/// both sides are compared with the anchors of X. Incomplete if the context was cancelled.
Matrix relativeRows(const AnchoredPair &pair, Side side, const RunContext &context = {});

/// Unit rows of some items (ascending) in the coordinates that a run aligned, so that cosine compares both sides:
/// canonical coordinates if the run has a metric, otherwise relative vectors. Incomplete if the context was cancelled.
Matrix alignedRows(const AnchoredPair &pair, Side side, const std::vector<ItemIndex> &items,
                   const RunContext &context = {});

} // namespace anchorscope
