// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matching/boundspace.h"

#include "core/parallel.h"
#include "core/product.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

constexpr double roundingUnit = 0x1.0p-24;
constexpr float never = std::numeric_limits<float>::infinity();

std::size_t paddedCount(Index count)
{
    const Index width = kernels::active().panelWidth;
    return static_cast<std::size_t>((count + width - 1) / width * width);
}

/// Returns the largest of the values; 0 if the computation was cancelled.
double largestOf(const std::optional<std::vector<double>> &values)
{
    return values && !values->empty() ? *std::max_element(values->begin(), values->end()) : 0;
}

} // namespace

BoundSpace::BoundSpace(const Matrix &rows, const Vector &centre, const RunContext &context)
    : m_rows(rows), m_centre(centre), m_norms(paddedCount(rows.rows()), never)
{
    const double margin = 2 * (static_cast<double>(rows.cols()) + 4) * roundingUnit;
    const auto squares = mapBlocks(
        rows.rows(), 1024,
        [&](Index begin, Index end) {
            double maximum = 0;
            for (Index i = begin; i < end; ++i) {
                const double square = (rows.row(i) - centre.transpose()).eval().cast<double>().squaredNorm();
                setNorm(i, square, margin);
                maximum = std::max(maximum, square);
            }
            return maximum;
        },
        context);
    m_largestNorm = std::sqrt(largestOf(squares));
}

BoundSpace::BoundSpace(const Matrix &rows, const Vector &centre, const Matrix &axes, const RunContext &context)
    : m_rows(rows), m_features(rows.rows(), axes.rows() + 1), m_norms(paddedCount(rows.rows()), never)
{
    const Index p = axes.rows();
    // Relative error of the p coordinates of a row. Each is a sum of k products, with an error of at most (k + 4)
    // roundings of the row's norm; a vector of p coordinates has √p times this error. The margin is four times as
    // large: the bound contains twice the product of two such vectors, and the norm of the rest must not be too small.
    const double coordinateError =
        std::sqrt(static_cast<double>(p)) * (static_cast<double>(rows.cols()) + 4) * roundingUnit;
    const double margin = 4 * coordinateError + 2 * (static_cast<double>(p) + 5) * roundingUnit;
    const kernels::PackedRows packedAxes = packRows(axes);
    const auto squares = mapBlocks(
        rows.rows(), 240,
        [&](Index begin, Index end) {
            const Matrix centred = rows.middleRows(begin, end - begin).rowwise() - centre.transpose();
            kernels::productTransposed(centred.data(), centred.cols(), packedAxes, m_features.row(begin).data(), p + 1,
                                       end - begin);
            double maximum = 0;
            for (Index i = begin; i < end; ++i) {
                const double square = centred.row(i - begin).cast<double>().squaredNorm();
                const double rest =
                    square * (1 + 4 * coordinateError) - m_features.row(i).head(p).cast<double>().squaredNorm();
                m_features(i, p) = static_cast<float>(std::sqrt(std::max(0.0, rest)) * (1 + 2 * roundingUnit));
                setNorm(i, square, margin);
                maximum = std::max(maximum, square);
            }
            return maximum;
        },
        context);
    m_largestNorm = std::sqrt(largestOf(squares));
}

void BoundSpace::setNorm(Index row, double square, double margin)
{
    m_norms[static_cast<std::size_t>(row)] = static_cast<float>(square * (1 - margin));
}

void BoundSpace::packLeft(Index begin, Index count, kernels::LeftBlock &left, std::vector<float> &norms) const
{
    if (m_centre.size() > 0) {
        const Matrix centred = m_rows.middleRows(begin, count).rowwise() - m_centre.transpose();
        left.pack(centred.data(), centred.cols(), count, centred.cols());
    } else {
        left.pack(m_features.row(begin).data(), m_features.cols(), count, m_features.cols());
    }
    norms.assign(static_cast<std::size_t>(left.paddedRows()), never);
    std::copy_n(m_norms.begin() + begin, count, norms.begin());
}

void BoundSpace::packRight(const RunContext &context)
{
    if (m_right.count() > 0)
        return;
    if (m_centre.size() == 0) {
        m_right = packRows(m_features, context);
        return;
    }
    kernels::PackedRows packed(m_rows.rows(), m_rows.cols());
    forBlocks(
        packed.panels(), 16,
        [&](Index begin, Index end) {
            for (Index panel = begin; panel < end; ++panel) {
                const Matrix centred = m_rows.middleRows(panel * packed.panelWidth(), packed.rowsIn(panel)).rowwise() -
                                       m_centre.transpose();
                packed.packPanel(panel, centred.data(), centred.cols());
            }
        },
        context);
    m_right = std::move(packed);
}

} // namespace anchorscope
