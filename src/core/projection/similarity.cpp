// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/similarity.h"

#include "core/parallel.h"
#include "core/product.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anchorscope {

namespace {

/// RR eq. 3: ⟨x, a⟩ of unit rows.
Matrix cosine(const MatrixView &items, const MatrixView &anchors, const RunContext &context)
{
    return productTransposed(items, anchors, context);
}

/// Fills an n × k matrix with f(x, a), evaluated in float64 from the rows themselves: near 1 a float32 cosine has lost
/// the digits that an angle or a distance needs.
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

Matrix angular(const MatrixView &items, const MatrixView &anchors, const RunContext &context)
{
    return eachPair(items, anchors, context, [](const auto &x, const auto &a) {
        return 1 - std::acos(std::clamp(x.dot(a), -1.0, 1.0)) / std::numbers::pi;
    });
}

Matrix euclidean(const MatrixView &items, const MatrixView &anchors, const RunContext &context)
{
    return eachPair(items, anchors, context, [](const auto &x, const auto &a) { return -(x - a).norm(); });
}

constexpr Similarity registry[] = {
    {"cosine", "Cosine", "⟨x, a⟩ of unit vectors (RR eq. 3)", cosine},
    {"angular", "Angular", "1 − angle(x, a) / π", angular},
    {"euclidean", "Euclidean", "−‖x − a‖ of unit vectors", euclidean},
};

} // namespace

std::span<const Similarity> similarities() { return registry; }

const Similarity *findSimilarity(std::string_view id)
{
    const auto found = std::find_if(std::begin(registry), std::end(registry), [&](const Similarity &s) { return id == s.id; });
    return found == std::end(registry) ? nullptr : found;
}

} // namespace anchorscope
