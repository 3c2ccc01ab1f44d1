// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/lexiconinduction.h"

#include "core/parallel.h"
#include "core/product.h"
#include "core/random.h"
#include "core/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

constexpr Index rowsPerBlock = 96;
constexpr int maxNeighbours = 32;
constexpr int polarIterations = 32;
constexpr float polarStill = 1e-8f; ///< squared norm of a step's change of the matrix, below which iteration ends

template <class Visit> void forRows(const Matrix &matrix, const Visit &visit, const RunContext &context)
{
    forBlocks(
        matrix.rows(), rowsPerBlock,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i)
                visit(i, matrix.row(i).data());
        },
        context);
}

struct Nearest
{
    std::vector<float> halfMean; ///< half of each row's mean similarity to its nearest neighbours
    std::vector<float> greatest;
};

/// Mean of the `count` greatest of `size` values, and the greatest value. `zeros` contains `size` zeros.
std::pair<float, float> meanOfLargest(const float *values, const float *zeros, Index size, int count)
{
    std::array<float, maxNeighbours> top;
    const int taken = static_cast<int>(std::min<Index>(count, size));
    top.fill(-std::numeric_limits<float>::infinity());
    const auto last = static_cast<std::size_t>(taken - 1);
    const auto next = [&](Index from) { return kernels::active().firstAbove(values, zeros, from, size, top[last]); };
    for (Index j = next(0); j < size; j = next(j + 1)) {
        if (!(values[j] > top[last]))
            continue;
        std::size_t place = last;
        for (; place > 0 && top[place - 1] < values[j]; --place)
            top[place] = top[place - 1];
        top[place] = values[j];
    }
    double sum = 0;
    for (int t = 0; t < taken; ++t)
        sum += static_cast<double>(top[static_cast<std::size_t>(t)]);
    return {static_cast<float>(sum / taken), top[0]};
}

Nearest nearestOf(const Matrix &similarities, int neighbours, const RunContext &context)
{
    Nearest nearest{std::vector<float>(static_cast<std::size_t>(similarities.rows())),
                    std::vector<float>(static_cast<std::size_t>(similarities.rows()))};
    const std::vector<float> zeros(static_cast<std::size_t>(similarities.cols()));
    forRows(
        similarities,
        [&](Index i, const float *values) {
            const auto [mean, greatest] = meanOfLargest(values, zeros.data(), similarities.cols(), neighbours);
            nearest.halfMean[static_cast<std::size_t>(i)] = mean / 2;
            nearest.greatest[static_cast<std::size_t>(i)] = greatest;
        },
        context);
    return nearest;
}

/// Finds for each row the column with the greatest value − penalty among the candidates, each of which takes part with
/// probability options.keep. A random number is drawn only for a candidate that would be the best so far.
std::vector<ItemIndex> matchesOf(const Matrix &similarities, const std::vector<float> &penalty,
                                 const InductionOptions &options, std::uint64_t direction, const RunContext &context)
{
    std::vector<ItemIndex> matches(static_cast<std::size_t>(similarities.rows()));
    const std::uint64_t key = 2 * options.iteration + direction;
    const auto taken = [&](Index i, Index j) {
        return options.keep >= 1 || hashUniform(options.seed, key, static_cast<std::uint64_t>(i),
                                                static_cast<std::uint64_t>(j)) < options.keep;
    };
    forRows(
        similarities,
        [&](Index i, const float *values) {
            float best = -std::numeric_limits<float>::infinity();
            ItemIndex match = noItem;
            const auto next = [&](Index from) {
                return kernels::active().firstAbove(values, penalty.data(), from, similarities.cols(), best);
            };
            for (Index j = next(0); j < similarities.cols(); j = next(j + 1)) {
                const float score = values[j] - penalty[static_cast<std::size_t>(j)];
                if (!(score > best) || !taken(i, j))
                    continue;
                best = score;
                match = static_cast<ItemIndex>(j);
            }
            matches[static_cast<std::size_t>(i)] = match;
        },
        context);
    return matches;
}

} // namespace

void Inducer::multiply(const Matrix &x, const Matrix &y, const RunContext &context)
{
    m_forward.resize(x.rows(), y.rows());
    m_backward.resize(y.rows(), x.rows());
    const kernels::PackedRows right = packRows(y);
    forBlocks(
        x.rows(), rowsPerBlock,
        [&](Index begin, Index end) {
            auto block = m_forward.middleRows(begin, end - begin);
            kernels::productTransposed(x.row(begin).data(), x.cols(), right, block.data(), y.rows(), end - begin);
            kernels::active().transpose(block.data(), y.rows(), end - begin, y.rows(), m_backward.data() + begin,
                                        x.rows());
        },
        context);
}

Induction Inducer::induce(const Matrix &x, const Matrix &y, const InductionOptions &options, const RunContext &context)
{
    const int neighbours = std::clamp(options.neighbours, 1, maxNeighbours);
    multiply(x, y, context);
    if (context.cancelled())
        return {};
    const Nearest ofX = nearestOf(m_forward, neighbours, context), ofY = nearestOf(m_backward, neighbours, context);
    Induction induction;
    induction.yOfX = matchesOf(m_forward, ofY.halfMean, options, 0, context);
    induction.xOfY = matchesOf(m_backward, ofX.halfMean, options, 1, context);
    induction.objective = (mean(ofX.greatest) + mean(ofY.greatest)) / 2;
    return context.cancelled() ? Induction{} : induction;
}

std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> allPairs(const Induction &induction)
{
    std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> pairs;
    const auto add = [&](ItemIndex ofX, ItemIndex ofY) {
        if (ofX == noItem || ofY == noItem)
            return;
        pairs.first.push_back(ofX);
        pairs.second.push_back(ofY);
    };
    for (std::size_t i = 0; i < induction.yOfX.size(); ++i)
        add(static_cast<ItemIndex>(i), induction.yOfX[i]);
    for (std::size_t j = 0; j < induction.xOfY.size(); ++j)
        add(induction.xOfY[j], static_cast<ItemIndex>(j));
    return pairs;
}

Matrix orthonormalPart(const MatrixD &from)
{
    const bool wide = from.cols() > from.rows();
    const MatrixD tall = wide ? MatrixD(from.transpose()) : from;
    // Newton–Schulz converges for singular values below √3, so the matrix is divided by 1.1 × the greatest one, which
    // power iteration finds.
    VectorD direction = VectorD::Ones(tall.cols());
    double greatest = 0;
    for (int step = 0; step < 30; ++step) {
        direction = tall.transpose() * (tall * direction);
        const double norm = direction.norm();
        if (!(norm > 0))
            return Matrix::Zero(from.rows(), from.cols());
        greatest = std::sqrt(norm);
        direction /= norm;
    }
    Matrix z = (tall / (1.1 * greatest)).cast<float>();
    for (int step = 0; step < polarIterations; ++step) {
        const Matrix transposed = z.transpose();
        const Matrix gram = productTransposed(transposed, transposed);
        // productTransposed() needs no transpose of `gram`, which is symmetric
        const Matrix next = 1.5f * z - 0.5f * productTransposed(z, gram);
        const float moved = (next - z).squaredNorm();
        z = next;
        if (moved < polarStill)
            break;
    }
    return wide ? Matrix(z.transpose()) : z;
}

} // namespace anchorscope
