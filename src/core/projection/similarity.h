// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"
#include "core/projection/preprocess.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <span>
#include <string_view>

namespace anchorscope {

/// Numeric options of the similarities `quantized` (relative representations, RR A.3) and `whitened` (parameterized
/// anchors, PARAM 2.2).
struct SimilarityOptions
{
    double quantizeThreshold = 0.25; ///< largest mean cosine distance at which clusters merge; for `quantized`
    double shrinkage = 0.1;          ///< share λ of the isotropic covariance (value ours); for `whitened`
    bool ledoitWolf = false;         ///< whether λ is computed from each space (ledoitWolfShrinkage()); for `whitened`
    double ridge = 1e-6;             ///< ridge ε added to the covariance (ours); for `whitened`

    bool operator==(const SimilarityOptions &) const = default;
};

template <> std::span<const Field<SimilarityOptions>> fields();

/// Anchors as vectors of a space: k × d unit rows and the k lengths before scaling.
struct AnchorRows
{
    Matrix unit;
    Vector norms;
};

/// Groups of the options in SimilarityOptions; a similarity uses one group or none.
enum class SimilarityNumbers { none, threshold, whitening };

/// A similarity, that is, a way to compare items with anchors (core/definitions.md, 2).
struct Similarity
{
    const char *id;      ///< id of the similarity on the command line and in files
    const char *label;   ///< label of the similarity on screen
    const char *formula; ///< formula of the similarity, shown in tooltips

    /// Function that computes the similarities (n × k) of all items of a space to anchors in the same space; null if
    /// `learned`.
    Matrix (*relative)(const PreparedSpace &space, const AnchorRows &anchors, const SimilarityOptions &options,
                       const RunContext &context);
    SimilarityNumbers reads = SimilarityNumbers::none;
    bool learned = false; ///< true if the similarity needs AnchorSet::metric, which a run learns
};

/// Returns all similarities; the first is the default. The window and the command line list these.
std::span<const Similarity> similarities();
/// Finds a similarity by its id; null if unknown.
const Similarity *findSimilarity(std::string_view id);
/// Returns the error for a learned similarity without a metric. `found` describes the input in the message.
Error needsMetric(const Similarity &similarity, const std::string &found);

} // namespace anchorscope
