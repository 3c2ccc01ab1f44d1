// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace anchorscope::kernels {

/// ‖a − b‖₂ of two rows of `depth` floats by direct differences: float64, eight partial sums, fixed order, no fused
/// multiply-add. The same bits at every instruction-set level and for exchanged arguments (algorithms.md 4).
double directDistance(const float *a, const float *b, std::ptrdiff_t depth);

/// A pair of a tile that passed a bound.
struct Hit
{
    std::int32_t row;
    std::int32_t column;
    float bound;
};

/// bounds (rows × columns, leading dimension ld) = normsOfA[i] + normsOfB[j] − 2 ⟨a_i, b_j⟩: squared distances, or
/// lower bounds of them when the norms are lowered by an error margin. a: rows × depth (lda), b: columns × depth (ldb).
void squaredDistances(const float *a, std::ptrdiff_t lda, const float *normsOfA, const float *b, std::ptrdiff_t ldb,
                      const float *normsOfB, float *bounds, std::ptrdiff_t ld, std::ptrdiff_t rows,
                      std::ptrdiff_t columns, std::ptrdiff_t depth);

/// Writes the pairs of a tile with bounds[i][j] ≤ max(0, ofRow[i] + ofColumn[j])² to `hits`, row by row in ascending
/// columns, and returns how many there are. `hits` has room for rows × columns.
std::ptrdiff_t pairsBelow(const float *bounds, std::ptrdiff_t ld, const float *ofRow, const float *ofColumn,
                          std::ptrdiff_t rows, std::ptrdiff_t columns, Hit *hits);

} // namespace anchorscope::kernels
