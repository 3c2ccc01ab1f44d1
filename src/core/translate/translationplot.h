// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/relative.h"
#include "core/translate/inverseprojection.h"

#include <memory>

namespace anchorscope {

/// Plot of one space translated into the other by the anchors.
struct TranslationPlot
{
    std::shared_ptr<const Matrix> points; ///< points of the plot, (n + m) × 2: translated items, then the target's own,
                                          ///< in the target's axes
    Index translated = 0; ///< number n of translated items
    Vector explained;     ///< shares of the variance along the two axes
    double cosine = 0;    ///< mean cosine over the true pairs that are not anchors; NaN if all are
    double conditionNumber = 0, anchorsKept = 0; ///< means over the pruned subspaces
    Index anchors = 0;
};

/// Translates all items of `source` by inverse relative projection through the anchors (at least one pair of them), and
/// shows them among the target's in the target's two principal components. `pairing` (of X and Y) is used for the
/// scores only. Errors of fitInverseProjection(), "cancelled".
Result<TranslationPlot> plotTranslation(const AnchoredPair &pair, Side source, const Correspondence &pairing,
                                        const InverseProjectionOptions &options, const RunContext &context = {});

} // namespace anchorscope
