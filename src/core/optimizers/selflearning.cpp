// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/selflearning.h"

#include "core/optimizers/lexiconinduction.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/svd.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace anchorscope {

namespace {

constexpr Index maxItems = 5000;
constexpr int seedWeight = 10; ///< weight of a known pair; pairs found by profiles have weight 1

/// share of the greatest variance below which the variance of a direction is rounding noise
constexpr double minVariance = 1e-9;

/// Factor F with F Fᵀ = (X Xᵀ)^½, computed as X V Λ^(−¼) from the eigenvectors V and eigenvalues Λ of XᵀX.
Matrix rootFactor(const Matrix &x, const RunContext &context)
{
    const MatrixD gram = crossProduct(x, x, context);
    if (context.cancelled())
        return {};
    const Eigenvectors parts = eigenvectorsOf(gram);
    Eigen::MatrixXd scaled = parts.vectors;
    for (Index c = 0; c < scaled.cols(); ++c) {
        const double value = parts.values(c);
        scaled.col(c) *= value > minVariance * parts.values.maxCoeff() ? std::pow(value, -0.25) : 0.0;
    }
    const Matrix axes = scaled.transpose().cast<float>();
    return productTransposed(x, axes, context);
}

Matrix profilesOf(const Matrix &x, const RunContext &context)
{
    const Matrix factor = rootFactor(x, context);
    if (context.cancelled())
        return {};
    Matrix profiles = productTransposed(factor, factor, context);
    forBlocks(
        profiles.rows(), 16,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i)
                std::sort(profiles.row(i).data(), profiles.row(i).data() + profiles.cols(), std::greater<>());
        },
        context);
    normalizeRows(profiles, context);
    if (context.cancelled())
        return {};
    const Eigen::RowVectorXf mean = profiles.colwise().mean();
    forBlocks(
        profiles.rows(), 256,
        [&](Index begin, Index end) { profiles.middleRows(begin, end - begin).rowwise() -= mean; }, context);
    normalizeRows(profiles, context);
    return profiles;
}

/// Finds matches without known pairs (core/definitions.md, 5g). The profile of an item contains its similarities to all
/// items of its own space (entries of the symmetric square root of X Xᵀ), sorted, so profiles of two spaces can be
/// compared. Most matches are wrong, but enough are correct for self-learning. x: n × dx, y: m × dy, unit rows; at most
/// 5 000 random rows of each are used. Returns rows of x and the matching rows of y; empty if cancelled.
std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> matchProfiles(const Matrix &x, const Matrix &y,
                                                                        std::uint64_t seed, const RunContext &context)
{
    const auto count = static_cast<std::size_t>(std::min({x.rows(), y.rows(), maxItems}));
    Random random(seed);
    std::vector<ItemIndex> itemsOfX = random.permutation(x.rows()), itemsOfY = random.permutation(y.rows());
    itemsOfX.resize(count);
    itemsOfY.resize(count);
    const Matrix ofX = profilesOf(rowsOf(x, itemsOfX), context), ofY = profilesOf(rowsOf(y, itemsOfY), context);
    if (context.cancelled())
        return {};
    auto [rowsOfX, rowsOfY] = allPairs(Inducer().induce(ofX, ofY, {}, context));
    for (ItemIndex &item : rowsOfX)
        item = itemsOfX[static_cast<std::size_t>(item)];
    for (ItemIndex &item : rowsOfY)
        item = itemsOfY[static_cast<std::size_t>(item)];
    return {std::move(rowsOfX), std::move(rowsOfY)};
}

/// Fits an orthogonal map to pairs of rows: UVᵀ of the singular value decomposition of their cross product.
Matrix mapFromPairs(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &rowsOfX,
                    const std::vector<ItemIndex> &rowsOfY, const RunContext &context)
{
    const MatrixD cross = crossProduct(rowsOf(x, rowsOfX), rowsOf(y, rowsOfY), context);
    return context.cancelled() ? Matrix() : orthonormalPart(cross);
}

Matrix mapFromProfiles(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &seedsOfX,
                       const std::vector<ItemIndex> &seedsOfY, std::uint64_t seed, const RunContext &context)
{
    auto [rowsOfX, rowsOfY] = matchProfiles(x, y, seed, context);
    for (int copy = 0; copy < seedWeight; ++copy) {
        rowsOfX.insert(rowsOfX.end(), seedsOfX.begin(), seedsOfX.end());
        rowsOfY.insert(rowsOfY.end(), seedsOfY.begin(), seedsOfY.end());
    }
    return context.cancelled() ? Matrix() : mapFromPairs(x, y, rowsOfX, rowsOfY, context);
}

/// maximum number of rows of each space from which self-learning learns its map
constexpr Index itemsOfLearning = 2500;

/// Increase of the objective that counts as an improvement; smaller ones are mostly noise of the random draws. With
/// 1e-5, 6,000 rare words took 144 iterations instead of 66, and 5,000 noisy ones 115 instead of 70. On the 138 hard
/// cases of the calibration suite, the share of correct matches was 0.410 with 1e-5 and 0.406 with 1e-3; two thirds of
/// the difference come from one case that is not aligned with either value. With 1e-3 and `patience` 3 instead of 6,
/// the share was 0.397 in a third of the iterations.
constexpr double minImprovement = 1e-3;
/// first probability p with which candidates take part, if seeds stabilize the map
constexpr double firstKeepWithSeeds = 0.05;
constexpr double knownPairsShare = 0.025; ///< weight of the known pairs, as a share of the number of matches

/// Minimum of ‖sum of n unit rows‖² / n at which a centroid is used; for random rows the mean is 1.
constexpr double minCentroid = 10;

class Learner
{
public:
    Learner(const Matrix &x, const Matrix &y, SelfLearning &learning, const LearnOptions &options,
            const RunContext &context)
        : m_x(x), m_y(y), m_learning(learning), m_options(options), m_context(context)
    {
    }

    /// Iterates, with `keep` as the probability with which candidates take part, until the objective has not improved
    /// for `patience` iterations. Returns false if cancelled, or if `mayContinue` returned false.
    bool untilConverged(double keep, const std::function<bool()> &mayContinue)
    {
        for (int sinceBest = 0; sinceBest < m_options.patience && m_learning.iterations < m_options.iterations;) {
            if (!step(keep) || (mayContinue && !mayContinue()))
                return false;
            sinceBest = m_learning.objective > m_best + minImprovement ? 0 : sinceBest + 1;
            m_best = std::max(m_best, m_learning.objective);
        }
        return true;
    }

private:
    bool step(double keep)
    {
        InductionOptions induction;
        induction.keep = keep;
        induction.seed = m_options.seed;
        induction.iteration = static_cast<std::uint64_t>(++m_learning.iterations);
        const Induction induced = m_inducer.induce(mapRows(m_x, m_learning.map, m_context), m_y, induction, m_context);
        if (m_context.cancelled())
            return false;
        m_learning.objective = induced.objective;
        const auto [rowsOfX, rowsOfY] = allPairs(induced);
        MatrixD cross = crossProduct(rowsOf(m_x, rowsOfX), rowsOf(m_y, rowsOfY), m_context);
        if (m_context.cancelled())
            return false;
        if (keep < 1 && m_options.known.size() > 0)
            cross += knownPairsShare * static_cast<double>(rowsOfX.size()) * m_options.known;
        m_learning.map = orthonormalPart(cross);
        return true;
    }

    const Matrix &m_x, &m_y;
    SelfLearning &m_learning;
    const LearnOptions &m_options;
    const RunContext &m_context;
    Inducer m_inducer;
    double m_best = -1;
};

} // namespace

Matrix mapRows(const Matrix &x, const Matrix &map, const RunContext &context)
{
    Matrix mapped = productTransposed(x, map.transpose(), context);
    normalizeRows(mapped);
    return mapped;
}

namespace {

/// Direction of the centroid of unit rows; zero if the centroid is not longer than chance explains.
VectorD centroidOf(const Matrix &rows)
{
    const VectorD sum = rows.cast<double>().colwise().sum().transpose();
    const bool clear = sum.squaredNorm() > minCentroid * static_cast<double>(rows.rows());
    return clear ? VectorD(sum.normalized()) : VectorD(VectorD::Zero(rows.cols()));
}

MatrixD knownPairs(const PathSpaces &spaces, const RunContext &context)
{
    const VectorD centroidOfX = centroidOf(spaces.x.rows), centroidOfY = centroidOf(spaces.y.rows);
    const MatrixD ofSeeds =
        crossProduct(rowsOf(spaces.x.rows, spaces.seeds.x), rowsOf(spaces.y.rows, spaces.seeds.y), context);
    if (context.cancelled())
        return {};
    return (ofSeeds + centroidOfX * centroidOfY.transpose()) / static_cast<double>(spaces.seeds.count() + 1);
}

} // namespace

LearnOptions learnOptions(const PathSpaces &spaces, std::uint64_t seed, bool fromProfiles, const RunContext &context)
{
    LearnOptions options;
    options.seed = seed;
    if (!fromProfiles && static_cast<Index>(spaces.seeds.count()) >= seedsToStart) {
        options.known = knownPairs(spaces, context);
        options.keeps.insert(options.keeps.begin(), firstKeepWithSeeds);
    }
    options.sampleOfX = reliableRows(spaces.x, {}, itemsOfLearning);
    options.sampleOfY = reliableRows(spaces.y, {}, itemsOfLearning);
    return options;
}

Matrix startMap(const PathSpaces &spaces, const LearnOptions &options, const RunContext &context)
{
    if (context.cancelled())
        return {};
    return options.known.size() > 0
               ? orthonormalPart(options.known)
               : mapFromProfiles(spaces.x.rows, spaces.y.rows, spaces.seeds.x, spaces.seeds.y, options.seed, context);
}

SelfLearning learnMap(const Matrix &x, const Matrix &y, const Matrix &start, const LearnOptions &options,
                      const RunContext &context, const std::function<bool()> &mayContinue)
{
    SelfLearning learning;
    learning.map = start;
    Learner learner(x, y, learning, options, context);
    for (std::size_t level = 0; level < options.keeps.size() && !learning.ended; ++level) {
        context.report(static_cast<double>(level) / static_cast<double>(options.keeps.size()), "learning the map");
        learning.ended = !learner.untilConverged(options.keeps[level], mayContinue);
    }
    return learning;
}

} // namespace anchorscope
