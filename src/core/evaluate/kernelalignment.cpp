// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kernelalignment.h"

#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

Matrix centred(Matrix rows)
{
    const Eigen::RowVectorXd mean = rows.cast<double>().colwise().mean();
    rows = (rows.cast<double>().rowwise() - mean).cast<float>();
    return rows;
}

MatrixD gramOf(const Matrix &rows, const RunContext &context)
{
    const Matrix columns = rows.transpose();
    return crossProduct(columns, columns, context);
}

struct KernelProducts
{
    double kk = 0, kl = 0, ll = 0;
};

/// Inner products ⟨K, K⟩, ⟨K, L⟩, ⟨L, L⟩ of K = XXᵀ and L = YYᵀ. Sums over n × n or d × d entries, whichever are fewer.
KernelProducts productsOf(const Matrix &x, const Matrix &y, const RunContext &context)
{
    if (x.rows() >= std::max(x.cols(), y.cols()))
        return {crossProduct(x, x, context).squaredNorm(), crossProduct(x, y, context).squaredNorm(),
                crossProduct(y, y, context).squaredNorm()};
    const MatrixD k = gramOf(x, context), l = gramOf(y, context);
    if (context.cancelled())
        return {};
    return {k.squaredNorm(), k.cwiseProduct(l).sum(), l.squaredNorm()};
}

/// Unbiased HSIC of two kernel matrices times n(n − 3) (Song et al., JMLR 2012, eq. 5). `product`: inner product of the
/// centred matrices; `k`, `l`: their diagonals.
double unbiased(double product, const VectorD &k, const VectorD &l)
{
    const auto n = static_cast<double>(k.size());
    return product - n / (n - 2) * k.dot(l) + k.sum() * l.sum() / (n - 1) / (n - 2);
}

/// Centres a kernel matrix so that its diagonal and row sums are 0 (Székely & Rizzo 2014). The inner product of two
/// such matrices is their unbiased HSIC times n(n − 3), as unbiased() computes it.
MatrixD withoutDiagonal(MatrixD kernel)
{
    const auto n = static_cast<double>(kernel.rows());
    kernel.diagonal().setZero();
    const VectorD sums = kernel.rowwise().sum() / (n - 2);
    kernel.colwise() -= sums;
    kernel.rowwise() -= sums.transpose();
    kernel.array() += sums.sum() / (n - 1);
    kernel.diagonal().setZero();
    return kernel;
}

/// Interval (95 %) of the debiased alignment over random pairings. Mean 0 and variance 2 / (n(n − 3)) are exact; the
/// shape of the distribution comes from permutations of at most 400 items.
ChanceLevel chanceOf(const Matrix &x, const Matrix &y, const RunContext &context)
{
    constexpr Index permutations = 500, maxItems = 400;
    const auto deviation = [](Index n) {
        return std::sqrt(2.0 / (static_cast<double>(n) * static_cast<double>(n - 3)));
    };
    Random random(0);
    const std::vector<ItemIndex> items = random.sample(x.rows(), std::min(maxItems, x.rows()));
    const MatrixD k = withoutDiagonal(gramOf(rowsOf(x, items), context));
    const MatrixD l = withoutDiagonal(gramOf(rowsOf(y, items), context));
    const double norm = k.norm() * l.norm();
    if (context.cancelled() || !(norm > 0))
        return {};
    std::vector<double> values(permutations);
    forBlocks(
        permutations, 10,
        [&](Index begin, Index end) {
            for (Index p = begin; p < end; ++p) {
                const auto order = Random(hashBits(0, static_cast<std::uint64_t>(p), 0, 0)).permutation(k.rows());
                double sum = 0;
                for (Index i = 0; i < k.rows(); ++i) {
                    const auto row = l.row(order[static_cast<std::size_t>(i)]);
                    for (Index j = 0; j < k.rows(); ++j)
                        sum += k(i, j) * row[order[static_cast<std::size_t>(j)]];
                }
                values[static_cast<std::size_t>(p)] = sum / norm / deviation(k.rows()) * deviation(x.rows());
            }
        },
        context);
    ChanceLevel chance = middleOf(std::move(values));
    chance.mean = 0;
    return chance;
}

} // namespace

KernelAlignment kernelAlignment(const Matrix &x, const Matrix &y, const Correspondence &pairing,
                                const RunContext &context)
{
    KernelAlignment alignment;
    const std::vector<ItemIndex> items = pairing.pairedItemsOfX();
    if (items.size() < 2)
        return alignment;
    const Matrix cx = centred(rowsOf(x, items)), cy = centred(rowsOf(y, pairing.partnersOfX(items)));
    const KernelProducts products = productsOf(cx, cy, context);
    const double own = std::sqrt(products.kk * products.ll);
    if (context.cancelled() || !(own > 0))
        return alignment;
    const VectorD k = cx.cast<double>().rowwise().squaredNorm(), l = cy.cast<double>().rowwise().squaredNorm();
    alignment.usual = products.kl / own;
    alignment.usualByChance = k.sum() * l.sum() / (static_cast<double>(k.size()) - 1) / own;
    const double ownK = unbiased(products.kk, k, k), ownL = unbiased(products.ll, l, l);
    if (items.size() < 4 || !(ownK > 0) || !(ownL > 0))
        return alignment;
    alignment.debiased = unbiased(products.kl, k, l) / std::sqrt(ownK * ownL);
    alignment.chance = chanceOf(cx, cy, context);
    return context.cancelled() ? KernelAlignment() : alignment;
}

} // namespace anchorscope
