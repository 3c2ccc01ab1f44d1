// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/relativevectors.h"

#include "core/projection/relative.h"

namespace anchorscope::gui {

Matrix anchorsOfY(const PreparedPair &spaces, const AnchorSet &anchors)
{
    return anchors.optimised() ? anchors.continuousY : rowsOf(spaces.y->rows, anchors.seedsOfY);
}

Matrix relativeToAnchors(const PreparedPair &spaces, Side side, const AnchorSet &anchors, const Similarity &similarity,
                         const RunContext &context)
{
    if (side == Side::x)
        return relativeTo(*spaces.x, anchors.itemsOfX, similarity, context);
    return anchors.optimised() ? relativeTo(*spaces.y, MatrixView(anchors.continuousY), similarity, context)
                               : relativeTo(*spaces.y, anchors.seedsOfY, similarity, context);
}

} // namespace anchorscope::gui
