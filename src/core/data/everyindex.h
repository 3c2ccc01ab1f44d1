// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

namespace anchorscope {

/// Every row or column where a matrix is asked for some of the others: matrix(rows, everyIndex).
#if EIGEN_VERSION_AT_LEAST(5, 0, 0)
inline const auto everyIndex = Eigen::placeholders::all;
#else
inline const auto everyIndex = Eigen::all;
#endif

} // namespace anchorscope
