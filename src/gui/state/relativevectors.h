// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/anchorset.h"
#include "core/projection/similarity.h"
#include "core/runcontext.h"
#include "gui/state/results.h"

namespace anchorscope::gui {

/// k × d: the anchors of Y, those that an optimizer moved, else the seeds' items.
Matrix anchorsOfY(const PreparedPair &spaces, const AnchorSet &anchors);

/// n × k: all items of a side by their similarities to its anchors. Unfinished where the context was cancelled.
Matrix relativeToAnchors(const PreparedPair &spaces, Side side, const AnchorSet &anchors, const Similarity &similarity,
                         const RunContext &context);

} // namespace anchorscope::gui
