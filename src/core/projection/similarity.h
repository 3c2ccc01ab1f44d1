// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"
#include "core/projection/preprocess.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <span>
#include <string_view>

namespace anchorscope {

/// Numeric options that some similarities need.
struct SimilarityOptions
{
    double quantizeThreshold = 0.25; ///< quantized: clusters merge up to this mean cosine distance (RR A.3)
    double shrinkage = 0.1;          ///< whitened: λ, share of the isotropic covariance (PARAM 2.2; value ours)
    bool ledoitWolf = false;         ///< whitened: true: λ from the rows of each space (ledoitWolfShrinkage)
    double ridge = 1e-6;             ///< whitened: ε of the ridge (ours)

    bool operator==(const SimilarityOptions &) const = default;
};

template <> std::span<const Field<SimilarityOptions>> fields();

/// Anchors as vectors of a space: k × d unit rows and the k lengths before scaling.
struct AnchorRows
{
    Matrix unit;
    Vector norms;
};

/// Groups of SimilarityOptions that a similarity may read.
enum class SimilarityNumbers { none, threshold, whitening };

/// Way to compare items with anchors (core/definitions.md, 2). Each fills a row of the relative representation.
struct Similarity
{
    const char *id;      ///< id of the similarity on the command line and in files
    const char *label;   ///< label of the similarity on screen
    const char *formula; ///< formula of the similarity for tooltips
    /// Computes n × k similarities of the items of a space to anchors in the same space.
    Matrix (*relative)(const PreparedSpace &space, const AnchorRows &anchors, const SimilarityOptions &options,
                       const RunContext &context);
    SimilarityNumbers reads = SimilarityNumbers::none;
    bool learned = false; ///< true if it needs AnchorSet::metric and is unavailable without it
};

/// All similarities; the first is the default. Lists in the window and options of the command line come from here.
std::span<const Similarity> similarities();
/// Finds a similarity by its id; null if unknown.
const Similarity *findSimilarity(std::string_view id);
/// Error for a learned similarity without a metric; `found`: what is available instead.
Error needsMetric(const Similarity &similarity, const std::string &found);

} // namespace anchorscope
