// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"
#include "core/projection/preprocess.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <span>
#include <string_view>

namespace anchorscope {

/// Options of the similarities `quantized` (RR A.3) and `whitened` (PARAM 2.2).
struct SimilarityOptions
{
    double quantizeThreshold = 0.25; ///< largest mean cosine distance at which clusters merge; for `quantized`
    double shrinkage = 0.1;          ///< share λ of the isotropic covariance (our default); for `whitened`
    bool ledoitWolf = false;         ///< whether λ is computed from each space (ledoitWolfShrinkage()); for `whitened`
    double ridge = 1e-6;             ///< ridge ε added to the covariance (our default); for `whitened`

    bool operator==(const SimilarityOptions &) const = default;
};

template <> std::span<const Field<SimilarityOptions>> fields();

/// Anchors as vectors of a space: k × d unit rows and the k norms before scaling.
struct AnchorRows
{
    Matrix unit;
    Vector norms;
};

/// Groups of settings in SimilarityOptions; a similarity uses one group or none.
enum class SimilarityNumbers { none, threshold, whitening };

/// Way to compare items with anchors (core/definitions.md, 2).
struct Similarity
{
    const char *id;
    const char *label;
    const char *formula;

    /// Computes the similarities (n × k) of all items of a space to anchors in the same space; null if `learned`.
    Matrix (*relative)(const PreparedSpace &space, const AnchorRows &anchors, const SimilarityOptions &options,
                       const RunContext &context);
    SimilarityNumbers reads = SimilarityNumbers::none;
    bool learned = false;       ///< whether the similarity needs AnchorSet::metric, which a run learns
    bool dependsOnAxes = false; ///< whether the similarity changes if a space and its anchors are rotated together
    bool fitted = false;        ///< whether the similarity is fitted to all items of a space
};

/// Similarities in the order of menus; the first is the default.
std::span<const Similarity> similarities();
const Similarity *findSimilarity(std::string_view id);
/// Error for a learned similarity without a metric. `found` describes the input in the message.
Error needsMetric(const Similarity &similarity, const std::string &found);

} // namespace anchorscope
