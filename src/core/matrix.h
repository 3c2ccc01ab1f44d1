// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <numeric>
#include <vector>

namespace anchorscope {

using Index = Eigen::Index;

/// Row-major matrix of float32 vectors, one item per row. All of core stores vectors in this type.
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixD = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXf;
using VectorD = Eigen::VectorXd;

/// View of consecutive rows, or of the first columns, of a row-major matrix.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

/// Number of an item: its row in the matrix of its space, from 0.
using ItemIndex = std::int32_t;
inline constexpr ItemIndex noItem = -1;

/// Items begin … end − 1.
inline std::vector<ItemIndex> itemsFrom(Index begin, Index end)
{
    std::vector<ItemIndex> items(static_cast<std::size_t>(end - begin));
    std::iota(items.begin(), items.end(), static_cast<ItemIndex>(begin));
    return items;
}
inline std::vector<ItemIndex> allItems(Index count)
{
    return itemsFrom(0, count);
}

/// Elements of a list at the given places, in their order.
template <class T, class Places> std::vector<T> elementsAt(const std::vector<T> &list, const Places &places)
{
    std::vector<T> elements;
    elements.reserve(places.size());
    for (const auto place : places)
        elements.push_back(list[static_cast<std::size_t>(place)]);
    return elements;
}

/// Selects all rows or columns of a matrix if the other index is a list: matrix(rows, allIndices).
#if EIGEN_VERSION_AT_LEAST(5, 0, 0)
inline const auto allIndices = Eigen::placeholders::all;
#else
inline const auto allIndices = Eigen::all;
#endif

} // namespace anchorscope
