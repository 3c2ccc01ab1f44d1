// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/storedspace.h"

#include "core/projection/unitrow.h"

#include <limits>
#include <numeric>

namespace anchorscope {

void RowStatistics::apply(const float *from, float *to) const
{
    const Eigen::Map<const Vector> row(from, mean.size());
    Eigen::Map<Vector> result(to, mean.size());
    constexpr double rounding = std::numeric_limits<float>::epsilon();
    const VectorD vector = row.cast<double>(), centred = vector - mean;
    if ((vector.array() == 0).all() || (centred.array().abs() <= rounding * vector.array().abs()).all())
        result.setZero();
    else if (scale.size() == 0)
        result = centred.cast<float>();
    else
        result = (centred.array() / scale.array()).cast<float>();
}

void StoredSpace::prepareRow(Index item, float *target) const
{
    m_vectors.copyRow(m_order.empty() ? item : m_order[static_cast<std::size_t>(item)], target);
    m_statistics.apply(target, target);
    scaleToUnit(target, dimension());
}

Matrix StoredSpace::rows(std::span<const ItemIndex> items) const
{
    Matrix result(std::ssize(items), dimension());
    for (Index i = 0; i < result.rows(); ++i)
        prepareRow(items[static_cast<std::size_t>(i)], result.row(i).data());
    return result;
}

Matrix StoredSpace::rows(Index first, Index count) const
{
    Matrix result(count, dimension());
    for (Index i = 0; i < count; ++i)
        prepareRow(first + i, result.row(i).data());
    return result;
}

void StoredSpace::reorder(const std::vector<ItemIndex> &order)
{
    if (m_order.empty()) {
        m_order = order;
        return;
    }
    std::vector<ItemIndex> rows;
    rows.reserve(order.size());
    for (const ItemIndex item : order)
        rows.push_back(m_order[static_cast<std::size_t>(item)]);
    m_order = std::move(rows);
}

} // namespace anchorscope
