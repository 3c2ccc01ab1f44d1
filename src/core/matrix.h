// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <numeric>
#include <vector>

namespace anchorscope {

using Index = Eigen::Index;

/// Matrix of float vectors, one item per row. All of core stores vectors this way.
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixD = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXf;
using VectorD = Eigen::VectorXd;

/// Read-only view of a row-major matrix or of some of its rows or leading columns.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

/// Row number of an item in its space.
using ItemIndex = std::int32_t;
inline constexpr ItemIndex noItem = -1;

/// Lists all items: 0, 1, …, count − 1.
inline std::vector<ItemIndex> allItems(Index count)
{
    std::vector<ItemIndex> items(static_cast<std::size_t>(count));
    std::iota(items.begin(), items.end(), 0);
    return items;
}

} // namespace anchorscope
