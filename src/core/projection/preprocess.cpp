// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/preprocess.h"

#include "core/parallel.h"
#include "core/projection/relative.h"

namespace anchorscope {

namespace {

constexpr CenteringChoice choices[] = {
    {Centering::none, "none", "No centring"},
    {Centering::center, "center", "Centred"},
    {Centering::standardize, "standardize", "Standardised"},
};

constexpr Index blockRows = 1024;

/// Sum over rows of f(row), in float64, reduced in the order of blocks. Zero if cancelled.
template <class RowFunction> VectorD sumOverRows(const Matrix &vectors, const RunContext &context, RowFunction f)
{
    const auto sums = mapBlocks(
        vectors.rows(), blockRows,
        [&](Index begin, Index end) {
            VectorD sum = VectorD::Zero(vectors.cols());
            for (Index i = begin; i < end; ++i)
                f(sum, vectors.row(i).cast<double>().transpose());
            return sum;
        },
        context);
    VectorD total = VectorD::Zero(vectors.cols());
    if (sums) {
        for (const VectorD &sum : *sums)
            total += sum;
    }
    return total;
}

} // namespace

std::span<const CenteringChoice> centeringChoices()
{
    return choices;
}

const char *centeringId(Centering centering)
{
    return choices[static_cast<std::size_t>(centering)].id;
}

PreparedSpace prepare(const Matrix &vectors, Centering centering, const RunContext &context)
{
    return prepareBy(vectors, vectors, centering, context);
}

PreparedSpace prepareBy(const Matrix &statistics, const Matrix &vectors, Centering centering, const RunContext &context)
{
    const Index n = vectors.rows();
    const Index d = vectors.cols();
    const auto counted = static_cast<double>(statistics.rows());
    PreparedSpace space;
    space.centering = centering;
    VectorD mean = VectorD::Zero(d);
    VectorD scale = VectorD::Ones(d);
    if (centering != Centering::none) {
        mean = sumOverRows(statistics, context, [](VectorD &sum, const auto &row) { sum += row; }) / counted;
    }
    if (centering == Centering::standardize) {
        scale = (sumOverRows(statistics, context,
                             [&](VectorD &sum, const auto &row) { sum.array() += (row - mean).array().square(); }) /
                 counted)
                    .cwiseSqrt();
        // A constant dimension carries nothing: it is zero after centring and must not become 0 / 0.
        scale = (scale.array() > 0).select(scale, 1);
    }
    space.rows.resize(n, d);
    space.norms.setZero(n);
    forBlocks(
        n, blockRows,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i) {
                space.rows.row(i) = ((vectors.row(i).cast<double>().transpose() - mean).array() / scale.array())
                                        .cast<float>()
                                        .transpose();
                space.norms[i] = static_cast<float>(space.rows.row(i).cast<double>().norm());
            }
        },
        context);
    space.zeroRows = normaliseRows(space.rows, context);
    space.mean = mean.cast<float>();
    space.scale = scale.cast<float>();
    return space;
}

} // namespace anchorscope
