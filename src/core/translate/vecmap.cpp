// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/vecmap.h"

#include "core/svd.h"
#include "core/translate/ridgemaps.h"

namespace anchorscope {

namespace {

using Columns = Eigen::MatrixXd;

/// The symmetric root of the ridged moments and its inverse.
struct Whitening
{
    Columns root, inverse;

    Whitening(const Columns &rows, double ridge)
    {
        const Eigenvectors moments = eigenvectorsOf(rows.transpose() * rows);
        const Eigen::VectorXd lengths =
            (moments.values.cwiseMax(0.0).array() + ridge * ridgeUnit(rows)).sqrt().matrix();
        const Columns &axes = moments.vectors;
        root = axes * lengths.asDiagonal() * axes.transpose();
        inverse = axes * lengths.cwiseInverse().asDiagonal() * axes.transpose();
    }
};

} // namespace

VecMapMaps vecMapMaps(const MatrixView &a, const MatrixView &b, double ridgeX, double ridgeY)
{
    const Columns x = a.cast<double>(), y = b.cast<double>();
    const Whitening ofX(x, ridgeX), ofY(y, ridgeY);
    const Svd svd = thinSvd(ofX.inverse * (x.transpose() * y) * ofY.inverse);
    const auto mapOf = [&](const Whitening &side, const Columns &axes) -> MatrixD {
        const Columns weighted = side.inverse * axes * svd.singular.cwiseSqrt().asDiagonal();
        return weighted * (axes.transpose() * side.root * axes);
    };
    return {mapOf(ofX, svd.u), mapOf(ofY, svd.v)};
}

} // namespace anchorscope
