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
    Index neighbours = 15; ///< number of neighbours of each item; for two spaces half of them in each space

    /// number of epochs; 0: 500 below 10 000 items, otherwise 200, as in the UMAP authors' program
    int epochs = 0;
    int negatives = 5;        ///< number of random items that repel an item for each edge that attracts it in an epoch
    Index maxAtOnce = 50'000; ///< maximum number of items laid out together; if exceeded, a sample is laid out first
    Index sample = 20'000;    ///< number of items in the sample, of both spaces together
    std::uint64_t seed = 0;
};

/// Callback that gets the current positions of all items, (n + m) × 2; NaN for items that have none yet.
using MapWatcher = std::function<void(const Matrix &places)>;

/// Positions in a plane at which neighbours are close to each other, by UMAP (McInnes, Healy & Melville,
/// arXiv:1802.03426, 2018) with min_dist 0.1, from a start at the principal components (core/definitions.md, 3b). Rows
/// of the result are the items of X, then those of Y. Each epoch moves all items by the forces between their positions
/// after the previous epoch (Adam, as in uwot's batch mode), and random numbers depend on seed, epoch and item: the
/// result has the same bits for any number of threads. Returns the current positions if stopped by the user. Errors:
/// "cancelled", "too-few-items" (fewer than three).
Result<Matrix> neighbourMap(const MapRows &rows, const NeighbourMapOptions &options = {},
                            const RunContext &context = {}, const MapWatcher &watch = {});

/// Joint neighbour map in the coordinates in which a run aligned the spaces. `watch` gets positions from time to time.
Result<JointMap> jointMap(const AnchoredPair &pair, const RunContext &context,
                          const std::function<void(const JointMap &)> &watch = {});

/// Coordinates of the relative vectors along their two leading common principal components, with which joint maps are
/// compared. Incomplete if cancelled.
JointMap jointComponents(const AnchoredPair &pair, const RunContext &context);

} // namespace anchorscope
