// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/relative.h"
#include "core/translate/inverseprojection.h"

#include <memory>

namespace anchorscope {

/// Items of one space, translated by the anchors, among the items of the other space (target).
struct TranslationPlot
{
    /// points, (n + m) × 2, in the target's axes: translated items, then the target's own items
    std::shared_ptr<const Matrix> points;
    Index translated = 0;
    Vector explained;  ///< shares of the target's variance along the two axes
    double cosine = 0; ///< mean cosine over the known pairs that are not anchors; NaN without such pairs
    double conditionNumber = 0, anchorsKept = 0; ///< mean condition number and mean number of anchors of the subspaces
    Index anchors = 0;
};

/// Translates all items of `source` by inverse relative projection with the anchors, at least one pair, and shows them
/// with the target's items along the target's two principal components. `pairing` (of X and Y) is used for the scores
/// only. Errors: those of fitInverseProjection(), "cancelled".
Result<TranslationPlot> plotTranslation(const AnchoredPair &pair, Side source, const Correspondence &pairing,
                                        const InverseProjectionOptions &options, const RunContext &context = {});

} // namespace anchorscope
