// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/anchorset.h"
#include "core/projection/relative.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace anchorscope {

/// Both spaces encoded the same way, ready to be compared: n × k and m × k.
struct RepresentationPair
{
    std::string method; ///< "GT", "Seed", "AO continuous", "AO discrete", "Absolute"
    Matrix x, y;
};

/// What representations are made from.
struct RepresentationInput
{
    const PreparedSpace &x;
    const PreparedSpace &y;
    const AnchorSet &anchors;
    const Correspondence &pairing; ///< for "GT": true partners of all anchors
    const Similarity &similarity;
};

/// A way to encode both spaces. Tables, experiments and the stitching list read this registry.
struct Representation
{
    const char *id;    ///< as in JSON: "GT", "Seed", …
    const char *label; ///< as on screen: "True anchors", "Seeds only", …
    const char *about;
    /// None where it is not possible: no truth, nothing optimised, or unequal dimensions.
    std::optional<RepresentationPair> (*encode)(const RepresentationInput &, const RunContext &);
};
std::span<const Representation> representations();

} // namespace anchorscope
