// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matching/sinkhorn.h"

#include "core/matching/matching.h"
#include "core/parallel.h"
#include "core/projection/pca.h"
#include "core/stopwatch.h"
#include "core/svd.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>

namespace anchorscope {

namespace {

/// Minimum columns for pruning (excluding pairs by bounds): with fewer, two passes cost over half of the full product.
constexpr Index fewestColumnsToPrune = 112;
constexpr double fewestPairsToPrune = 1e6;
/// Numbers of principal axes that pruning tries. A row has one feature for each axis, and one for the rest of the row.
constexpr std::array<Index, 3> axesToTry{15, 31, 63};
constexpr Index rowsForAxes = 2000;

Matrix sampleOf(const Matrix &rows, Index count)
{
    const Index step = std::max<Index>(1, rows.rows() / count);
    Matrix sample(rows.rows() / step, rows.cols());
    for (Index i = 0; i < sample.rows(); ++i)
        sample.row(i) = rows.row(i * step);
    return sample;
}

Vector meanOf(const Matrix &rows, const RunContext &context)
{
    const auto sums = mapBlocks(
        rows.rows(), 1024,
        [&](Index begin, Index end) {
            VectorD sum = VectorD::Zero(rows.cols());
            for (Index i = begin; i < end; ++i)
                sum += rows.row(i).transpose().cast<double>();
            return sum;
        },
        context);
    if (!sums)
        return {};
    VectorD total = VectorD::Zero(rows.cols());
    for (const VectorD &sum : *sums)
        total += sum;
    return (total / static_cast<double>(rows.rows())).cast<float>();
}

} // namespace

Status SinkhornOptions::validate() const
{
    if (!(epsilon > 0) || !std::isfinite(epsilon))
        return Error(ErrorCode::wrongUsage,
                     "The regularization strength must be a positive number; the default is 0.0001.");
    if (iterations < 1)
        return Error(ErrorCode::wrongUsage, "The number of Sinkhorn iterations must be at least 1.");
    if (!(tolerance >= 0) || !std::isfinite(tolerance))
        return Error(ErrorCode::wrongUsage, "The change at which Sinkhorn's potentials have settled must not be "
                                            "negative; the default is 0.00001.");
    return Done{};
}

/// State of all calls of match(). They have the same relative space R_X, and statistics of one call speed up the next.
/// Axes are found from the first R_Y. The bounds are valid for any R_Y, but tight only if it is similar to the first.
struct SinkhornMatcher::State
{
    explicit State(const Matrix &rows) : rx(rows), choice(rows.cols() < 250 ? 0 : 1) {}

    // exactX() and prunedX() create a space when first called. If cancelled, they leave it incomplete; forget() then
    // discards all spaces.

    BoundSpace &exactX(const RunContext &context)
    {
        if (!exact)
            exact = std::make_unique<BoundSpace>(rx, centre, context);
        return *exact;
    }
    BoundSpace &prunedX(Index count, const RunContext &context)
    {
        std::unique_ptr<BoundSpace> &space = pruned[count];
        if (!space) {
            space = std::make_unique<BoundSpace>(rx, centre, axes.topRows(count), context);
            space->packRight(context);
        }
        return *space;
    }
    void forget()
    {
        centre.resize(0);
        exact.reset();
        pruned.clear();
    }
    void findAxes(const Matrix &ry)
    {
        PcaOptions options;
        options.components = axesToTry.back();
        options.exactUpTo = 0;
        const Pca pca = fitPca({sampleOf(rx, rowsForAxes), sampleOf(ry, rowsForAxes)}, options);
        const Eigen::MatrixXd columns = pca.components.cast<double>().transpose();
        axes = orthonormalColumns(columns).transpose().cast<float>();
    }
    /// Adapts the number of axes. With more axes, bounds cost more but leave fewer exact distances. Tries the next
    /// smaller or greater number if it could be cheaper. After a call that gave up, uses the next greater number.
    void adapt(bool succeeded, double costOfSurvivors)
    {
        const auto depth = [](std::size_t which) { return static_cast<double>(axesToTry[which]); };
        const bool more = choice + 1 < axesToTry.size() && axesToTry[choice + 1] <= axes.rows();
        cost[choice] = succeeded ? 2 * depth(choice) + costOfSurvivors : std::numeric_limits<double>::infinity();
        if (!succeeded) {
            matchesToSkip = skipAfterFailure;
            skipAfterFailure *= 2;
            choice += more;
            return;
        }
        const auto best = std::min_element(cost.begin(), cost.end());
        if (more && cost[choice + 1] == untried && costOfSurvivors > 2 * (depth(choice + 1) - depth(choice)))
            ++choice;
        else if (choice > 0 && cost[choice - 1] == untried && costOfSurvivors < depth(choice) - depth(choice - 1))
            --choice;
        else
            choice = static_cast<std::size_t>(best - cost.begin());
    }

    const Matrix &rx;
    Vector centre;
    Matrix axes;
    std::unique_ptr<BoundSpace> exact;
    std::map<Index, std::unique_ptr<BoundSpace>> pruned;
    std::size_t choice = 0; ///< chosen number of axes, as an index into axesToTry
    static constexpr double untried = 1e300;
    /// cost per pair of items in the last call of match() with each number of axes
    std::array<double, 3> cost{untried, untried, untried};
    int matchesToSkip = 0, skipAfterFailure = 4;
};

SinkhornMatcher::SinkhornMatcher(const Matrix &rx, const SinkhornOptions &options)
    : m_options(options), m_state(std::make_unique<State>(rx))
{
    assert(rx.rows() > 0);
}

SinkhornMatcher::~SinkhornMatcher() = default;

SinkhornResult SinkhornMatcher::match(const Matrix &ry, const SinkhornResult *previous, const RunContext &context)
{
    if (context.cancelled())
        return {}; // if cancelled, ry may be incomplete, because it was computed with the same context
    assert(ry.rows() > 0 && ry.cols() == m_state->rx.cols());
    const Stopwatch clock;
    const bool useful = previous && static_cast<Index>(previous->nearestColumn.size()) == m_state->rx.rows() &&
                        static_cast<Index>(previous->rowOfColumn.size()) == ry.rows();
    if (m_state->centre.size() == 0)
        m_state->centre = meanOf(m_state->rx, context);
    SinkhornResult result;
    if (!context.cancelled())
        result = matchPruned(ry, useful ? previous : nullptr, context);
    if (result.rowOfColumn.empty() && !context.cancelled())
        result = matchExactly(ry, useful ? previous : nullptr, context);
    if (context.cancelled()) {
        m_state->forget();
        return {};
    }
    result.seconds = clock.seconds();
    return result;
}

SinkhornResult SinkhornMatcher::matchExactly(const Matrix &ry, const SinkhornResult *previous,
                                             const RunContext &context)
{
    BoundSpace &x = m_state->exactX(context);
    BoundSpace y(ry, m_state->centre, context);
    y.packRight(context);
    const bool alternates = m_options.iterations > 1 || m_options.ofRows || m_options.averaged;
    if (alternates)
        x.packRight(context);
    if (context.cancelled())
        return {};
    SinkhornPass pass(x, y, m_options, context);
    const bool done = alternates ? pass.iterate() : pass.onePass(previous);
    return done ? pass.take() : SinkhornResult{};
}

SinkhornResult SinkhornMatcher::matchPruned(const Matrix &ry, const SinkhornResult *previous, const RunContext &context)
{
    const Index k = ry.cols();
    const double pairs = static_cast<double>(m_state->rx.rows()) * static_cast<double>(ry.rows());
    if (!m_options.prune || m_options.iterations > 1 || m_options.ofRows || m_options.averaged ||
        k < fewestColumnsToPrune || pairs < fewestPairsToPrune)
        return {};
    if (m_state->matchesToSkip > 0) {
        --m_state->matchesToSkip;
        return {};
    }
    if (m_state->axes.rows() == 0)
        m_state->findAxes(ry);
    const Index count = std::min(axesToTry[m_state->choice], m_state->axes.rows());
    BoundSpace &x = m_state->prunedX(count, context);
    BoundSpace y(ry, m_state->centre, m_state->axes.topRows(count), context);
    y.packRight(context);
    if (context.cancelled())
        return {};
    SinkhornPass pass(x, y, m_options, context);
    const bool done = pass.twoPasses(previous);
    if (context.cancelled())
        return {};
    m_state->adapt(done, static_cast<double>(pass.evaluated()) / pairs * costOfDistance(k));
    return done ? pass.take() : SinkhornResult{};
}

} // namespace anchorscope
