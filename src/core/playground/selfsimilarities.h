// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// What each space says of the same items among themselves: all that two spaces can share (core/README.md, 12; ours).
struct SelfSimilarities
{
    std::vector<ItemIndex> itemsOfX; ///< m paired items, those of a class together, classes and rows ascending
    Matrix x, y;                     ///< m × m similarities; in y of their partners

    /// Root mean square of y − x over that of the entries of x about their mean, off the diagonal: 0 they agree. 0
    /// where there is nothing to compare.
    double difference() const;
};

/// Of at most `most` paired items, evenly spread over all of them; labels are those of X (empty: none). A canonical
/// similarity is taken as cosine: it compares the two spaces, not one with itself. Errors "too-few-pairs" below two
/// pairs, "cancelled".
Result<SelfSimilarities> selfSimilarities(const PreparedSpace &x, const PreparedSpace &y, const Correspondence &pairs,
                                          const std::vector<std::int32_t> &labels, const Similarity &similarity,
                                          const SimilarityOptions &options, Index most, const RunContext &context = {});

} // namespace anchorscope
