// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/runcontext.h"

#include <optional>
#include <vector>

namespace anchorscope {

/// Quality of a map of n items, estimated from some of them against all others.
struct MapQuality
{
    double trustworthiness = 0; ///< trustworthiness in [0, 1]: whether neighbours in the map are neighbours in the
                                ///< space
    double continuity = 0;      ///< continuity in [0, 1]: whether neighbours in the space are neighbours in the map
    Index items = 0;            ///< number of items examined: all up to 5,000, otherwise 1,000 at random
};

/// Computes trustworthiness and continuity (Venna & Kaski 2001; sklearn's definition) of places (n × 2) for unit rows
/// (n × d), whose neighbours are found by cosine. `neighbours` < n/2. All places must be finite. None if cancelled or
/// with too few items.
std::optional<MapQuality> mapQuality(const Matrix &rows, const Matrix &places, Index neighbours = 10,
                                     std::uint64_t seed = 0, const RunContext &context = {});

/// Median over the pairs of the number of other items of Y that are nearer to the item of X than its partner, in a map
/// of both. Pairs of items x[i], y[i]; above 5,000 pairs, 1,000 at random. None without pairs or if cancelled.
std::optional<double> medianNearerItems(const Matrix &placesOfX, const Matrix &placesOfY,
                                        const std::vector<ItemIndex> &x, const std::vector<ItemIndex> &y,
                                        std::uint64_t seed = 0, const RunContext &context = {});

/// Quality of a joint map of both spaces of a pair.
struct PairQuality
{
    MapQuality x, y;                   ///< quality of each part, compared with its own space
    std::optional<double> nearerItems; ///< median number of nearer items (medianNearerItems()); none without pairs

    double trustworthiness() const { return (x.trustworthiness + y.trustworthiness) / 2; }
    double continuity() const { return (x.continuity + y.continuity) / 2; }
};

/// Joint map of both spaces of a pair: a place in the plane for each item, n × 2 and m × 2.
struct JointMap
{
    Matrix x, y;
};
/// Quality of a joint map of the unit rows x and y. `truth`: the known pairs, if any.
std::optional<PairQuality> pairQuality(const Matrix &x, const Matrix &y, const JointMap &places,
                                       const Correspondence &truth, const RunContext &context);

} // namespace anchorscope
