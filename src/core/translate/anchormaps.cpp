// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/anchormaps.h"

#include "core/translate/ridgemaps.h"

namespace anchorscope {

namespace {

const AnchorMap all[] = {
    {"Procrustes",
     [](const MatrixView &a, const MatrixView &b, const RunContext &) { return LinearMap{procrustes(a, b)}; }},
    {"Polar",
     [](const MatrixView &a, const MatrixView &b, const RunContext &context) {
         return LinearMap{polarFactor(ridgeMap(a, b, chooseRidge(a, b, false, context)))};
     }},
    {"Affine", [](const MatrixView &a, const MatrixView &b,
                  const RunContext &context) { return affineMap(a, b, chooseRidge(a, b, true, context)); }},
    {"Ridge", [](const MatrixView &a, const MatrixView &b,
                 const RunContext &context) { return LinearMap{ridgeMap(a, b, chooseRidge(a, b, false, context))}; }},
    {"Canonical ridge",
     [](const MatrixView &a, const MatrixView &b, const RunContext &context) {
         return LinearMap{canonicalRidgeMap(a, b, chooseRidge(a, b, false, context))};
     }},
};

} // namespace

std::span<const AnchorMap> anchorMaps()
{
    return all;
}

} // namespace anchorscope
