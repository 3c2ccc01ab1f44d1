// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/similarity.h"

#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/quantize.h"
#include "core/projection/relative.h"
#include "core/projection/whiten.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anchorscope {

namespace {

Matrix cosine(const PreparedSpace &space, const AnchorRows &anchors, const SimilarityOptions &,
              const RunContext &context)
{
    return productTransposed(space.rows, anchors.unit, context);
}

/// Computes f(item, anchor) in float64: a float32 cosine near 1 has too few digits for an angle or a distance.
template <class Function>
Matrix eachPair(const MatrixView &items, const MatrixView &anchors, const RunContext &context, Function f)
{
    const MatrixD anchorRows = anchors.cast<double>();
    Matrix result(items.rows(), anchors.rows());
    forBlocks(
        items.rows(), 64,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i) {
                const Eigen::RowVectorXd item = items.row(i).cast<double>();
                for (Index a = 0; a < anchorRows.rows(); ++a)
                    result(i, a) = static_cast<float>(f(item, anchorRows.row(a)));
            }
        },
        context);
    return result;
}

Matrix angular(const PreparedSpace &space, const AnchorRows &anchors, const SimilarityOptions &,
               const RunContext &context)
{
    return eachPair(space.rows, anchors.unit, context, [](const auto &x, const auto &a) {
        return 1 - std::acos(std::clamp(x.dot(a), -1.0, 1.0)) / std::numbers::pi;
    });
}

Matrix euclidean(const PreparedSpace &space, const AnchorRows &anchors, const SimilarityOptions &,
                 const RunContext &context)
{
    return eachPair(space.rows, anchors.unit, context, [](const auto &x, const auto &a) { return -(x - a).norm(); });
}

/// Computes similarities by f from rows that are centred but not scaled to unit length, so that their norms matter.
template <class Function>
Matrix ofUnscaled(const PreparedSpace &space, const AnchorRows &anchors, const RunContext &context, Function f)
{
    const Matrix rows = unscaledRows(space.rows, space.norms);
    return eachPair(rows, unscaledRows(anchors.unit, anchors.norms), context, f);
}

Matrix distance(const PreparedSpace &space, const AnchorRows &anchors, const SimilarityOptions &,
                const RunContext &context)
{
    return ofUnscaled(space, anchors, context, [](const auto &x, const auto &a) { return -(x - a).norm(); });
}

Matrix manhattan(const PreparedSpace &space, const AnchorRows &anchors, const SimilarityOptions &,
                 const RunContext &context)
{
    return ofUnscaled(space, anchors, context,
                      [](const auto &x, const auto &a) { return -(x - a).template lpNorm<1>(); });
}

/// Cosine after each item is replaced by the centroid of its cluster, and each anchor by the nearest centroid (RR A.3).
Matrix quantized(const PreparedSpace &space, const AnchorRows &anchors, const SimilarityOptions &options,
                 const RunContext &context)
{
    const Quantization clusters = quantize(space.rows, options.quantizeThreshold, context);
    if (context.cancelled())
        return Matrix(space.size(), anchors.unit.rows());
    const Matrix anchorToCentroid = productTransposed(anchors.unit, clusters.centroids, context);
    if (context.cancelled())
        return Matrix(space.size(), anchors.unit.rows());
    std::vector<ItemIndex> nearest;
    for (Index a = 0; a < anchorToCentroid.rows(); ++a) {
        Index best = 0;
        anchorToCentroid.row(a).maxCoeff(&best);
        nearest.push_back(static_cast<ItemIndex>(best));
    }
    const Matrix table = productTransposed(clusters.centroids, rowsOf(clusters.centroids, nearest), context);
    return rowsOf(table, clusters.clusterOf);
}

/// Whitened similarity (PARAM 2.2) of rows that are centred but not scaled to unit length.
Matrix whitened(const PreparedSpace &space, const AnchorRows &anchors, const SimilarityOptions &options,
                const RunContext &context)
{
    const Matrix rows = unscaledRows(space.rows, space.norms);
    const Whitening whitening = Whitening::fit(rows, options, context, space.inAllDimensions().dimension());
    if (whitening.empty())
        return Matrix(space.size(), anchors.unit.rows());
    return whitening.similarity(rows, unscaledRows(anchors.unit, anchors.norms), context);
}

constexpr Similarity registry[] = {
    {"cosine", "Cosine", "⟨x, a⟩ of unit vectors (RR eq. 3)", cosine},
    {"angular", "Angular", "1 − angle(x, a) / π", angular},
    {"euclidean", "Euclidean", "−‖x − a‖ of unit vectors", euclidean},
    {"distance", "Distance", "−‖x − a‖ of vectors that keep their lengths", distance},
    {"manhattan", "Manhattan", "−Σ|x − a| of vectors that keep their lengths", manhattan, SimilarityNumbers::none,
     false, true},
    {"quantized", "Quantized", "cosine after each vector was replaced by its cluster's centroid (RR A.3)", quantized,
     SimilarityNumbers::threshold, false, false, true},
    {"whitened", "Whitened", "(x − μ)ᵀ Σ⁻¹ (a − μ), Σ shrunk towards a sphere (PARAM 2.2)", whitened,
     SimilarityNumbers::whitening, false, false, true},
    {"canonical", "Canonical",
     "cosine of x·A and a·A, the canonical coordinates that a run of auto or canonical learned", nullptr,
     SimilarityNumbers::none, true},
};

using O = SimilarityOptions;
const Field<O> similarityFields[] = {
    {"threshold", "Threshold", "Quantized similarity: rows merge up to this mean cosine distance", "T",
     &O::quantizeThreshold, 0, 2, "similarity.threshold"},
    {"shrinkage", "Shrinkage λ",
     "share of the isotropic covariance, lambda, or ledoit-wolf, which chooses it for each space", "L", &O::shrinkage,
     0, 1, "similarity.shrinkage"},
    {"", "Shrinkage by Ledoit and Wolf", "", "", &O::ledoitWolf, 0, 1},
    {"whitening-ridge", "Ridge of whitening", "share of the mean variance that is added to all variances, epsilon", "E",
     &O::ridge, 0, 1e6},
};

} // namespace

template <> std::span<const Field<SimilarityOptions>> fields()
{
    return similarityFields;
}

Error needsMetric(const Similarity &similarity, const std::string &found)
{
    return Error(ErrorCode::wrongUsage, std::string("The similarity ") + similarity.id +
                                            " needs the maps that a run of auto or canonical learns, found " + found +
                                            "; choose another similarity or such a run.");
}

std::span<const Similarity> similarities()
{
    return registry;
}

const Similarity *findSimilarity(std::string_view id)
{
    const auto found =
        std::find_if(std::begin(registry), std::end(registry), [&](const Similarity &s) { return id == s.id; });
    return found == std::end(registry) ? nullptr : found;
}

} // namespace anchorscope
