// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/pca.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// Principal components of the relative vectors of two spaces, and coordinates of all items along them, for plots.
struct PairComponents
{
    Pca ofX, ofY;
    Matrix x, y; ///< coordinates, n × p and m × p
};

/// Fits components to the relative vectors of a pair. In large spaces they are fitted to a random sample of the items,
/// and the relative vectors of all items are never in memory together, unless the similarity is fitted to the whole
/// space. Incomplete if cancelled.
PairComponents pairComponents(const AnchoredPair &pair, PcaFit fit, const PcaOptions &options = {},
                              const RunContext &context = {});

} // namespace anchorscope
