// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

namespace anchorscope {

/// Selects all rows or columns of a matrix if the other index is a list: matrix(rows, allIndices).
#if EIGEN_VERSION_AT_LEAST(5, 0, 0)
inline const auto allIndices = Eigen::placeholders::all;
#else
inline const auto allIndices = Eigen::all;
#endif

} // namespace anchorscope
