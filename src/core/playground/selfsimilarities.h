// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// Similarities of the same items within each space: all that two spaces can have in common (core/definitions.md, 12;
/// ours).
struct SelfSimilarities
{
    std::vector<ItemIndex> itemsOfX; ///< compared items, m paired ones, ordered by class, then by row
    Matrix x, y;                     ///< similarities, m × m; y: those of the partners

    /// Difference of both matrices: root mean square of y − x relative to the standard deviation of the entries of x,
    /// off the diagonal. 0 if they agree, and with fewer than two items.
    double difference() const;
};

/// Compares at most `maxItems` paired items, evenly spread; labels: those of X (empty: none). A canonical similarity is
/// replaced by cosine, as it compares the two spaces with each other. Errors "too-few-pairs" below two pairs,
/// "cancelled".
Result<SelfSimilarities> selfSimilarities(const PreparedSpace &x, const PreparedSpace &y, const Correspondence &pairs,
                                          const std::vector<std::int32_t> &labels, const Similarity &similarity,
                                          const SimilarityOptions &options, Index maxItems,
                                          const RunContext &context = {});

} // namespace anchorscope
