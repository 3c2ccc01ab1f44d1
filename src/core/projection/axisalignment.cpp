// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/axisalignment.h"

#include "core/svd.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

constexpr Index plane = 2; ///< number of axes that are rotated together: those that a plot shows first

/// Sums over the rows that are finite in the current and in the previous plot.
struct CrossMoments
{
    double count = 0;
    Eigen::VectorXd now, before;
    Eigen::MatrixXd products; ///< sums of products of current and previous coordinates, p × q

    CrossMoments(Index p, Index q)
        : now(Eigen::VectorXd::Zero(p)), before(Eigen::VectorXd::Zero(q)), products(Eigen::MatrixXd::Zero(p, q))
    {
    }
    void add(const AxisFitRows &cloud)
    {
        for (Index i = 0; i < cloud.first.rows(); ++i) {
            const Eigen::VectorXd n = cloud.first.row(i).transpose().cast<double>();
            const Eigen::VectorXd b = cloud.second.row(i).transpose().cast<double>();
            if (!n.allFinite() || !b.allFinite())
                continue;
            count += 1;
            now += n;
            before += b;
            products.noalias() += n * b.transpose();
        }
    }
    Eigen::MatrixXd covariance() const { return products - now * before.transpose() / std::max(count, 1.0); }
};

double median(std::vector<float> &values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return 0.5 * (static_cast<double>(*middle) + *std::max_element(values.begin(), middle));
}

} // namespace

Matrix alignedAxes(const std::vector<AxisFitRows> &clouds)
{
    if (clouds.empty())
        return {};
    const Index p = clouds.front().first.cols(), q = clouds.front().second.cols();
    Matrix turn = Matrix::Identity(p, p);
    CrossMoments moments(p, q);
    for (const AxisFitRows &cloud : clouds) {
        if (cloud.first.rows() != cloud.second.rows() || cloud.first.cols() != p || cloud.second.cols() != q)
            return turn;
        moments.add(cloud);
    }
    const Index shared = std::min(p, q), block = std::min(plane, shared);
    const Eigen::MatrixXd m = moments.covariance();
    if (block == 0 || !m.allFinite())
        return turn;
    const Svd svd = thinSvd(m.topLeftCorner(block, block));
    turn.topLeftCorner(block, block) = (svd.u * svd.v.transpose()).cast<float>();
    for (Index axis = block; axis < shared; ++axis)
        turn(axis, axis) = m(axis, axis) < 0 ? -1.0f : 1.0f;
    return turn;
}

Vector rotatedVariance(const Vector &explained, const Matrix &turn)
{
    return turn.cwiseAbs2().transpose() * explained;
}

Pca rotated(const Pca &pca, const Matrix &turn)
{
    return {turn.transpose() * pca.components, pca.mean, rotatedVariance(pca.explained, turn)};
}

Matrix classCentres(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes)
{
    Matrix centres = Matrix::Constant(classes, rows.cols(), std::numeric_limits<float>::quiet_NaN());
    std::vector<std::vector<Index>> members(static_cast<std::size_t>(classes));
    const auto labelled = std::min<Index>(rows.rows(), static_cast<Index>(labels.size()));
    for (Index i = 0; i < labelled; ++i) {
        const std::int32_t label = labels[static_cast<std::size_t>(i)];
        if (label >= 0 && label < classes && rows.row(i).allFinite())
            members[static_cast<std::size_t>(label)].push_back(i);
    }
    std::vector<float> values;
    for (Index c = 0; c < classes; ++c) {
        const std::vector<Index> &own = members[static_cast<std::size_t>(c)];
        for (Index axis = 0; axis < rows.cols() && !own.empty(); ++axis) {
            values.clear();
            for (const Index i : own)
                values.push_back(rows(i, axis));
            centres(c, axis) = static_cast<float>(median(values));
        }
    }
    return centres;
}

Vector distancesToPartners(const MatrixView &x, const MatrixView &y, const std::vector<ItemIndex> &partnerOfX)
{
    Vector distances = Vector::Constant(x.rows(), std::numeric_limits<float>::quiet_NaN());
    const auto known = std::min<Index>(x.rows(), static_cast<Index>(partnerOfX.size()));
    for (Index i = 0; i < known; ++i) {
        const ItemIndex partner = partnerOfX[static_cast<std::size_t>(i)];
        if (partner >= 0 && partner < y.rows())
            distances[i] = (x.row(i) - y.row(partner)).norm();
    }
    return distances;
}

std::vector<ItemIndex> farthestRows(const Vector &values, double share)
{
    std::vector<ItemIndex> rows;
    for (Index i = 0; i < values.size(); ++i) {
        if (std::isfinite(values[i]))
            rows.push_back(static_cast<ItemIndex>(i));
    }
    const auto count = static_cast<std::size_t>(std::ceil(std::clamp(share, 0.0, 1.0) * double(rows.size())));
    std::stable_sort(rows.begin(), rows.end(), [&](ItemIndex a, ItemIndex b) { return values[a] > values[b]; });
    rows.resize(std::min(count, rows.size()));
    std::sort(rows.begin(), rows.end());
    return rows;
}

} // namespace anchorscope
