// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/selflearning.h"

#include "core/optimize/subset.h"
#include "core/optimizers/lexiconinduction.h"
#include "core/optimizers/profiles.h"
#include "core/product.h"
#include "core/projection/relative.h"

#include <algorithm>

namespace anchorscope {

namespace {

constexpr double minImprovement = 1e-5;
constexpr double firstKeepWithSeeds = 0.05; ///< the first level where known pairs hold the map
constexpr double knownPairsShare = 0.025;   ///< what is known pulls as much as this share of the induced pairs
constexpr double minCentroid = 10;          ///< squared length of the sum of n unit rows over n, which is 1 by chance

/// The iterations of a self-learning, whatever the items and the share of candidates.
class Learner
{
public:
    Learner(SelfLearning &learning, const LearnOptions &options, const RunContext &context,
            const std::function<bool(const SelfLearning &)> &tick)
        : m_learning(learning), m_options(options), m_context(context), m_tick(tick)
    {
    }

    /// Iterates until the objective has not improved for `patience` iterations. False if it was ended before.
    bool untilConverged(const Matrix &x, const Matrix &y, double keep, int patience)
    {
        for (int sinceBest = 0; sinceBest < patience;) {
            if (m_learning.iterations >= m_options.iterations || !step(x, y, keep) || (m_tick && !m_tick(m_learning)))
                return false;
            sinceBest = m_learning.objective > m_best + minImprovement ? 0 : sinceBest + 1;
            m_best = std::max(m_best, m_learning.objective);
        }
        return true;
    }
    /// Objectives of other items do not compare.
    void forgetBest() { m_best = -1; }

private:
    bool step(const Matrix &x, const Matrix &y, double keep)
    {
        InductionOptions induction;
        induction.keep = keep;
        induction.seed = m_options.seed;
        induction.iteration = static_cast<std::uint64_t>(++m_learning.iterations);
        const Induction induced = m_inducer.induce(mapRows(x, m_learning.map, m_context), y, induction, m_context);
        if (m_context.cancelled())
            return false;
        m_learning.objective = induced.objective;
        const auto [rowsOfX, rowsOfY] = allPairs(induced);
        MatrixD cross = crossProduct(rowsOf(x, rowsOfX), rowsOf(y, rowsOfY), m_context);
        if (m_context.cancelled())
            return false;
        if (keep < 1 && m_options.known.size() > 0)
            cross += knownPairsShare * static_cast<double>(rowsOfX.size()) * m_options.known;
        m_learning.map = orthonormalPart(cross);
        return true;
    }

    SelfLearning &m_learning;
    const LearnOptions &m_options;
    const RunContext &m_context;
    const std::function<bool(const SelfLearning &)> &m_tick;
    Inducer m_inducer;
    double m_best = -1;
};

} // namespace

Matrix mapFromPairs(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &rowsOfX,
                    const std::vector<ItemIndex> &rowsOfY, const RunContext &context)
{
    const MatrixD cross = crossProduct(rowsOf(x, rowsOfX), rowsOf(y, rowsOfY), context);
    return context.cancelled() ? Matrix() : orthonormalPart(cross);
}

Matrix mapRows(const Matrix &x, const Matrix &map, const RunContext &context)
{
    Matrix mapped = productTransposed(x, map.transpose(), context);
    normaliseRows(mapped);
    return mapped;
}

namespace {

/// The direction of the centroid of unit rows; zero where chance explains it.
VectorD centroidOf(const Matrix &rows)
{
    const VectorD sum = rows.cast<double>().colwise().sum().transpose();
    const bool clear = sum.squaredNorm() > minCentroid * static_cast<double>(rows.rows());
    return clear ? VectorD(sum.normalized()) : VectorD(VectorD::Zero(rows.cols()));
}

MatrixD knownPairs(const OptimizeInput &input, const RunContext &context)
{
    const VectorD centroidOfX = centroidOf(input.x.rows), centroidOfY = centroidOf(input.y.rows);
    const MatrixD ofSeeds =
        crossProduct(rowsOf(input.x.rows, input.seedsOfX()), rowsOf(input.y.rows, input.seedsOfY), context);
    if (context.cancelled())
        return {};
    return (ofSeeds + centroidOfX * centroidOfY.transpose()) / static_cast<double>(input.seedsOfY.size() + 1);
}

} // namespace

LearnOptions learnOptions(const OptimizeInput &input, std::uint64_t seed, const RunContext &context)
{
    LearnOptions options;
    options.seed = seed;
    if (static_cast<Index>(input.seedsOfY.size()) >= seedsToStart) {
        options.known = knownPairs(input, context);
        options.keeps.insert(options.keeps.begin(), firstKeepWithSeeds);
    }
    if (std::max(input.x.size(), input.y.size()) > itemsOfLearning) {
        options.sampleOfX = reliableItems(input.x, input.orderOfX, itemsOfLearning);
        options.sampleOfY = reliableItems(input.y, input.orderOfY, itemsOfLearning);
    }
    return options;
}

SelfLearning learnMap(const Matrix &x, const Matrix &y, const Matrix &start, const LearnOptions &options,
                      const RunContext &context, const std::function<bool(const SelfLearning &)> &tick)
{
    SelfLearning learning;
    learning.map = start;
    Learner learner(learning, options, context, tick);
    const bool sampled = !options.sampleOfX.empty() || !options.sampleOfY.empty();
    const Matrix sampleOfX = rowsOf(x, options.sampleOfX), sampleOfY = rowsOf(y, options.sampleOfY);
    const Matrix &firstX = options.sampleOfX.empty() ? x : sampleOfX;
    const Matrix &firstY = options.sampleOfY.empty() ? y : sampleOfY;
    for (const double keep : options.keeps) {
        if (!learner.untilConverged(firstX, firstY, keep, options.patience))
            return learning;
    }
    if (sampled)
        learner.forgetBest();
    learning.converged = learner.untilConverged(x, y, 1, options.patience);
    return learning;
}

Matrix startMap(const OptimizeInput &input, const LearnOptions &options, const RunContext &context)
{
    if (context.cancelled())
        return {};
    return options.known.size() > 0
               ? orthonormalPart(options.known)
               : mapFromProfiles(input.x.rows, input.y.rows, input.seedsOfX(), input.seedsOfY, options.seed, context);
}

} // namespace anchorscope
