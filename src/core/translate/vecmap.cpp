// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/vecmap.h"

#include "core/svd.h"
#include "core/translate/rowmoments.h"

namespace anchorscope {

namespace {

using Columns = Eigen::MatrixXd;

/// Symmetric square root of AᵀA plus a ridge, and its inverse.
struct Whitening
{
    Columns root, inverse;

    Whitening(const Columns &moments, Index rows, double ridge)
    {
        const Eigenvectors of = eigenvectorsOf(moments);
        const Eigen::VectorXd lengths =
            (of.values.cwiseMax(0.0).array() + ridge * ridgeUnit(moments, rows)).sqrt().matrix();
        const Columns &axes = of.vectors;
        root = axes * lengths.asDiagonal() * axes.transpose();
        inverse = axes * lengths.cwiseInverse().asDiagonal() * axes.transpose();
    }
};

} // namespace

VecMapMaps vecMapMaps(const MatrixView &a, const MatrixView &b, double ridgeX, double ridgeY)
{
    const RowMoments moments = momentsOf(a, b);
    const Whitening ofX(moments.aa, moments.rows, ridgeX), ofY(squaresOf(b), moments.rows, ridgeY);
    const Svd svd = thinSvd(ofX.inverse * moments.ab * ofY.inverse);
    const auto mapOf = [&](const Whitening &side, const Columns &axes) -> MatrixD {
        const Columns weighted = side.inverse * axes * svd.singular.cwiseSqrt().asDiagonal();
        return weighted * (axes.transpose() * side.root * axes);
    };
    return {mapOf(ofX, svd.u), mapOf(ofY, svd.v)};
}

} // namespace anchorscope
