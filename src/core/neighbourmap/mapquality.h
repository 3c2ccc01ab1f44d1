// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/runcontext.h"

#include <optional>
#include <vector>

namespace anchorscope {

/// Quality of a neighbour map (a plot) of n items, estimated by comparing some of them with all others.
struct MapQuality
{
    /// trustworthiness, 0 to 1: 1 if all neighbours in the plot are also neighbours in the space
    double trustworthiness = 0;
    double continuity = 0; ///< continuity, 0 to 1: 1 if all neighbours in the space are also neighbours in the plot
    Index items = 0;       ///< number of items examined: all up to 5,000, otherwise 1,000 at random
};

/// Trustworthiness and continuity (Venna & Kaski 2001; sklearn's definition). `rows`: unit rows, n × d, whose
/// neighbours are found by cosine; `places`: finite positions in the plot, n × 2; `neighbours` < n/2. Returns nullopt
/// if cancelled or with too few items.
std::optional<MapQuality> mapQuality(const Matrix &rows, const Matrix &places, Index neighbours = 10,
                                     std::uint64_t seed = 0, const RunContext &context = {});

/// Median number of items of Y that are nearer to x[i] in a joint plot than its partner y[i], over all pairs or, if
/// these are more than 5,000, over 1,000 random ones. Returns nullopt without pairs or if cancelled.
std::optional<double> medianNearerItems(const Matrix &placesOfX, const Matrix &placesOfY,
                                        const std::vector<ItemIndex> &x, const std::vector<ItemIndex> &y,
                                        std::uint64_t seed = 0, const RunContext &context = {});

struct PairQuality
{
    MapQuality x, y;                   ///< quality of the positions of X, and of Y, as a plot of that space alone
    std::optional<double> nearerItems; ///< medianNearerItems() of the map; nullopt without known pairs

    double trustworthiness() const { return (x.trustworthiness + y.trustworthiness) / 2; }
    double continuity() const { return (x.continuity + y.continuity) / 2; }
};

/// Joint neighbour map: a position in the plane for each item of both spaces, n × 2 and m × 2.
struct JointMap
{
    Matrix x, y;
};
/// Quality of a joint map of the unit rows x and y. `truth`: known pairs. Nullopt if cancelled or with too few items.
std::optional<PairQuality> pairQuality(const Matrix &x, const Matrix &y, const JointMap &places,
                                       const Correspondence &truth, const RunContext &context);

} // namespace anchorscope
