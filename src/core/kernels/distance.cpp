// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/distance.h"

#include "core/kernels/product.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::kernels {

double directDistance(const float *a, const float *b, std::ptrdiff_t depth)
{
    constexpr std::ptrdiff_t lanes = 8;
    double sums[lanes] = {};
    std::ptrdiff_t i = 0;
    for (; i + lanes <= depth; i += lanes) {
        for (std::ptrdiff_t lane = 0; lane < lanes; ++lane) {
            const double difference = static_cast<double>(a[i + lane]) - static_cast<double>(b[i + lane]);
            sums[lane] += difference * difference;
        }
    }
    for (std::ptrdiff_t lane = 0; i < depth; ++i, ++lane) {
        const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
        sums[lane] += difference * difference;
    }
    return std::sqrt(((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7])));
}

void squaredDistances(const float *a, std::ptrdiff_t lda, const float *normsOfA, const float *b, std::ptrdiff_t ldb,
                      const float *normsOfB, float *bounds, std::ptrdiff_t ld, std::ptrdiff_t rows,
                      std::ptrdiff_t columns, std::ptrdiff_t depth)
{
    productTransposed(a, lda, b, ldb, bounds, ld, rows, columns, depth);
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
        float *row = bounds + i * ld;
        for (std::ptrdiff_t j = 0; j < columns; ++j)
            row[j] = (normsOfA[i] + normsOfB[j]) - 2 * row[j];
    }
}

std::ptrdiff_t pairsBelow(const float *bounds, std::ptrdiff_t ld, const float *ofRow, const float *ofColumn,
                          std::ptrdiff_t rows, std::ptrdiff_t columns, Hit *hits)
{
    constexpr std::ptrdiff_t chunk = 16;
    const auto passes = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
        const float reach = std::max(0.0f, ofRow[i] + ofColumn[j]);
        return bounds[i * ld + j] <= reach * reach;
    };
    std::ptrdiff_t count = 0;
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
        for (std::ptrdiff_t begin = 0; begin < columns; begin += chunk) {
            const std::ptrdiff_t end = std::min(columns, begin + chunk);
            int any = 0;
            for (std::ptrdiff_t j = begin; j < end; ++j)
                any |= passes(i, j);
            for (std::ptrdiff_t j = begin; any && j < end; ++j) {
                if (passes(i, j))
                    hits[count++] = {static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), bounds[i * ld + j]};
            }
        }
    }
    return count;
}

} // namespace anchorscope::kernels
