// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/anchors/anchorhealth.h"

#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/svd.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

double effectiveRankOf(const Eigen::VectorXd &singular)
{
    const double sum = singular.sum();
    double entropy = 0;
    for (const double s : singular) {
        if (s > 0)
            entropy -= s / sum * std::log(s / sum);
    }
    return std::exp(entropy);
}

/// Effective rank of at most 1 000 items. For the example “words” (5 000 items, 300 dimensions) it differs by less than
/// 4 % from that of all items.
double rankOfSpace(const MatrixView &items)
{
    constexpr Index maximum = 1000;
    std::vector<Index> directed;
    for (Index i = 0; i < items.rows(); ++i) {
        if ((items.row(i).array() != 0).any())
            directed.push_back(i);
    }
    const Index count = std::ssize(directed), taken = std::min(maximum, count);
    MatrixD some(taken, items.cols());
    for (Index i = 0; i < taken; ++i)
        some.row(i) = items.row(directed[static_cast<std::size_t>(i * count / taken)]).cast<double>();
    return effectiveRankOf(singularValues(some));
}

Vector coverageOf(const MatrixView &items, const MatrixView &anchors, const RunContext &context)
{
    Vector coverage = Vector::Zero(items.rows());
    forBlocks(
        items.rows(), 256,
        [&](Index begin, Index end) {
            const Matrix block = productTransposed(items.middleRows(begin, end - begin), anchors);
            coverage.segment(begin, end - begin) = block.cwiseAbs().rowwise().maxCoeff().cwiseMin(1.0f);
        },
        context);
    return coverage;
}

/// Mean reciprocal rank of the diagonal entry in each column; half of the equal entries count as greater.
double diagonalMrr(const Eigen::MatrixXf &similarity)
{
    double sum = 0;
    for (Index i = 0; i < similarity.cols(); ++i) {
        const auto own = similarity(i, i);
        const Index above = (similarity.col(i).array() > own).count();
        const Index equal = (similarity.col(i).array() == own).count() - 1;
        sum += 1.0 / (1.0 + static_cast<double>(above) + 0.5 * static_cast<double>(equal));
    }
    return sum / static_cast<double>(similarity.cols());
}

} // namespace

AnchorHealth anchorHealth(const MatrixView &items, const MatrixView &anchors, const AnchorHealthOptions &options,
                          const RunContext &context)
{
    AnchorHealth health;
    const Eigen::VectorXd singular = singularValues(anchors.cast<double>());
    const double smallest = singular[singular.size() - 1];
    // Singular values below 2⁻²⁴ of the greatest one, the precision of float32, are possibly rounding errors.
    health.conditionNumber =
        smallest > singular[0] * 0x1.0p-24 ? singular[0] / smallest : std::numeric_limits<double>::infinity();
    health.effectiveRank = effectiveRankOf(singular);
    health.spaceRank = rankOfSpace(items);
    health.itemCoverage = coverageOf(items, anchors, context);
    if (context.cancelled())
        return {};
    const auto covered = static_cast<double>((items.rowwise().squaredNorm().array() > 0).count());
    health.coverage = covered > 0 ? health.itemCoverage.cast<double>().sum() / covered : 0;
    health.gram = productTransposed(anchors, anchors);
    for (Index i = 0; i < health.gram.rows(); ++i) {
        for (Index j = i + 1; j < health.gram.cols(); ++j) {
            if (health.gram(i, j) > options.duplicateAbove)
                health.nearDuplicates.push_back({i, j, health.gram(i, j)});
        }
    }
    std::stable_sort(health.nearDuplicates.begin(), health.nearDuplicates.end(),
                     [](const auto &a, const auto &b) { return a.cosine > b.cosine; });
    return health;
}

std::vector<double> leaveOneOutValues(const Matrix &rx, const Matrix &ry, const Correspondence &pairing, Index sample,
                                      std::uint64_t seed, const RunContext &context)
{
    Random random(seed);
    std::vector<ItemIndex> items = pairing.pairedItemsOfX();
    if (items.size() < 2)
        return {};
    const Index sampleSize = std::min(sample, static_cast<Index>(items.size()));
    items = random.sample(std::move(items), sampleSize);
    const Matrix x = rowsOf(rx, items);
    const Matrix y = rowsOf(ry, pairing.partnersOfX(items));
    const Eigen::MatrixXf products = productTransposed(y, x);
    const Vector yNorms = y.rowwise().squaredNorm();
    const auto cosinesLeavingOut = [&](Index anchor) {
        // Products and norms without one anchor are computed from those with all anchors; −1 leaves out no anchor.
        Eigen::MatrixXf similarity = products;
        Vector norms = yNorms;
        if (anchor >= 0) {
            similarity.noalias() -= y.col(anchor) * x.col(anchor).transpose();
            norms -= y.col(anchor).cwiseAbs2();
        }
        // The norm of a query does not change the order of its targets, so only targets are scaled.
        const Vector scale = norms.cwiseMax(1e-20f).cwiseSqrt().cwiseInverse();
        return Eigen::MatrixXf(scale.asDiagonal() * similarity);
    };
    const double all = diagonalMrr(cosinesLeavingOut(-1));
    std::vector<double> values(static_cast<std::size_t>(rx.cols()));
    forBlocks(
        rx.cols(), 1,
        [&](Index anchor, Index) {
            values[static_cast<std::size_t>(anchor)] = all - diagonalMrr(cosinesLeavingOut(anchor));
        },
        context);
    return context.cancelled() ? std::vector<double>() : values;
}

} // namespace anchorscope
