// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbourmap/fuzzygraph.h"
#include "core/neighbourmap/mapquality.h"
#include "core/projection/relative.h"
#include "core/result.h"

#include <functional>

namespace anchorscope {

struct NeighbourMapOptions
{
    Index neighbours = 15;    ///< number of neighbours of each item; for two spaces half of them in each
    int epochs = 0;           ///< number of epochs; 0: 500 below 10 000 items, otherwise 200 (the authors' program)
    int negatives = 5;        ///< number of random items that repel an item for each edge that attracts it
    Index maxAtOnce = 50'000; ///< maximum number of items laid out in one step; of more, a sample is laid out first
    Index sample = 20'000;    ///< size of this random sample of both spaces together
    std::uint64_t seed = 0;
};

/// Callback that gets the current places, (n + m) × 2, NaN for items without one.
using MapWatcher = std::function<void(const Matrix &places)>;

/// Computes places in a plane that keep neighbours together, by UMAP (McInnes, Healy & Melville, arXiv:1802.03426,
/// 2018) with min_dist 0.1, started from the principal components (core/definitions.md, 3b). Rows are the items of X,
/// then those of Y. Each epoch moves all items by the forces between their places after the previous epoch (Adam, as
/// uwot's batch mode), and draws are keyed by epoch and item: the same bits for any number of threads. If stopped, it
/// returns the places so far. Errors "cancelled", "too-few-items" (three are needed).
Result<Matrix> neighbourMap(const MapRows &rows, const NeighbourMapOptions &options = {},
                            const RunContext &context = {}, const MapWatcher &watch = {});

/// Computes a joint map of both spaces in the coordinates that a run aligned. `watch` is called with the places so far.
Result<JointMap> jointMap(const AnchoredPair &pair, const RunContext &context,
                          const std::function<void(const JointMap &)> &watch = {});

} // namespace anchorscope
