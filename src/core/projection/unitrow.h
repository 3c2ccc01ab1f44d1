// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <cmath>

namespace anchorscope {

/// Scales a row to unit length. Returns false for a zero row, which stays zero.
inline bool scaleToUnit(float *values, Index columns)
{
    Eigen::Map<Vector> row(values, columns);
    // In float64 the square of the smallest float32 denormal is still a normal number.
    const double norm = std::sqrt(row.cast<double>().squaredNorm());
    if (norm == 0)
        return false;
    row = (row.cast<double>() / norm).cast<float>();
    return true;
}

} // namespace anchorscope
