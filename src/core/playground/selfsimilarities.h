// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// Similarities between the same items within each of two spaces (core/definitions.md, 12; our own measure).
struct SelfSimilarities
{
    std::vector<ItemIndex> itemsOfX; ///< the m compared items of X, which have a partner, ordered by class, then by row
    Matrix x, y;                     ///< similarities of the compared items in X, and of their partners in Y, m × m

    /// Root mean square of y − x, divided by the standard deviation of x, without diagonals; 0 with fewer than 2 items.
    double difference() const;
};

/// Computes the similarities of at most `maxItems` evenly spaced paired items. `labels` are the classes of the items of
/// X, or empty. Cosine replaces the canonical similarity, which compares items across spaces only. Errors:
/// "too-few-pairs" with fewer than two pairs, "cancelled".
Result<SelfSimilarities> selfSimilarities(const PreparedSpace &x, const PreparedSpace &y, const Correspondence &pairs,
                                          const std::vector<std::int32_t> &labels, const Similarity &similarity,
                                          const SimilarityOptions &options, Index maxItems,
                                          const RunContext &context = {});

} // namespace anchorscope
