// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/canonical.h"

#include "core/optimize/optimizerun.h"
#include "core/optimizers/alternating.h"
#include "core/optimizers/selflearning.h"
#include "core/product.h"
#include "core/projection/pca.h"
#include "core/projection/relative.h"
#include "core/stopwatch.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace anchorscope {

namespace {

constexpr std::array<double, 9> ridges{60, 30, 14, 7, 3.5, 1.8, 0.8, 0.3, 0.15};
constexpr std::size_t levelAfterLearning = 2; ///< ε 14: learned partners are many
constexpr int iterationsPerLevel = 2;         ///< sensitivity not measured
constexpr double convergedBelow = 0.002;      ///< of the partners: the level is left
constexpr Index neighboursOfCsls = 10;        ///< as usual (Conneau et al., ICLR 2018)
constexpr double seedsPerPartner = 20; ///< all seeds together weigh at least as much as this part of the partners
constexpr Index maxDimension = 512;    ///< of the maps; above it the leading components first, once a run
constexpr double goodShare = 0.9;      ///< of mutual partners: no other start is tried
constexpr Index manySeeds = 50;        ///< from here on the first level is chosen by left-out seeds
constexpr int folds = 5;
constexpr double ridgeOfAnchors = 0.1; ///< 5b

/// Rows of a space as the path needs them: centred, of unit length, at most maxDimension columns, without zero rows.
struct PathSpace
{
    Matrix rows;
    std::vector<ItemIndex> items; ///< of the space, one a row; empty: all

    ItemIndex itemOf(ItemIndex row) const { return items.empty() ? row : items[static_cast<std::size_t>(row)]; }
    ItemIndex rowOf(ItemIndex item) const
    {
        if (items.empty())
            return item;
        const auto found = std::ranges::lower_bound(items, item);
        return found != items.end() && *found == item ? static_cast<ItemIndex>(found - items.begin()) : noItem;
    }
};

PathSpace pathSpace(const PreparedSpace &space, const RunContext &context)
{
    PathSpace result;
    if (space.zeroRows.empty()) {
        result.rows = space.rows;
    } else {
        std::vector<ItemIndex> all(static_cast<std::size_t>(space.size()));
        std::iota(all.begin(), all.end(), 0);
        std::ranges::set_difference(all, space.zeroRows, std::back_inserter(result.items));
        result.rows = rowsOf(space.rows, result.items, context);
    }
    if (space.centering == Centering::none) {
        const Eigen::RowVectorXf mean = result.rows.cast<double>().colwise().mean().cast<float>();
        result.rows.rowwise() -= mean;
        normaliseRows(result.rows, context);
    }
    if (result.rows.cols() > maxDimension) {
        const Pca leading = fitPca({result.rows}, {maxDimension, maxDimension, 0}, context);
        if (!context.cancelled())
            result.rows = leading.project(result.rows, context);
    }
    return result;
}

/// Mean reciprocal rank of left-out pairs, both directions are alike enough for one.
double reciprocalRanks(const Matrix &queries, const Matrix &targets, const std::vector<ItemIndex> &partners,
                       const RunContext &context)
{
    const Matrix similarities = productTransposed(queries, targets, context);
    double sum = 0;
    for (Index i = 0; i < similarities.rows(); ++i) {
        const float own = similarities(i, partners[static_cast<std::size_t>(i)]);
        sum += 1.0 / static_cast<double>((similarities.row(i).array() >= own).count());
    }
    return sum;
}

} // namespace

std::span<const double> canonicalRidges()
{
    return ridges;
}

std::optional<std::size_t> firstCanonicalLevel(const Matrix &x, const Matrix &y, const WeightedPairs &seeds,
                                               const RunContext &context)
{
    if (static_cast<Index>(seeds.count()) < manySeeds)
        return 0;
    std::array<double, ridges.size()> found{};
    for (int fold = 0; fold < folds; ++fold) {
        WeightedPairs given, held;
        for (std::size_t s = 0; s < seeds.count(); ++s)
            (static_cast<int>(s % folds) == fold ? held : given).add(seeds.x[s], seeds.y[s], 1);
        for (std::size_t level = 0; level < ridges.size(); ++level) {
            const auto maps = canonicalMaps(x, y, given, ridges[level], context);
            if (!maps)
                return std::nullopt;
            found[level] += reciprocalRanks(canonicalCoordinates(rowsOf(x, held.x), maps->a, context),
                                            canonicalCoordinates(y, maps->b, context), held.y, context);
        }
    }
    if (context.cancelled())
        return std::nullopt;
    return static_cast<std::size_t>(std::ranges::max_element(found) - found.begin());
}

namespace {

std::vector<bool> marked(Index rows, const std::vector<ItemIndex> &items)
{
    std::vector<bool> marks(static_cast<std::size_t>(rows));
    for (const ItemIndex item : items)
        marks[static_cast<std::size_t>(item)] = true;
    return marks;
}

double shareChanged(const std::vector<ItemIndex> &before, const std::vector<ItemIndex> &now)
{
    if (before.empty())
        return 1;
    Index changed = 0;
    for (std::size_t j = 0; j < now.size(); ++j)
        changed += before[j] != now[j];
    return static_cast<double>(changed) / static_cast<double>(now.size());
}

/// The pairs of the next iteration: mutual partners that touch no seed, and the seeds with a weight that they are not
/// drowned by.
class NextPairs
{
public:
    NextPairs(const WeightedPairs &seeds, Index rowsOfX, Index rowsOfY)
        : m_seeds(seeds), m_isSeedOfX(marked(rowsOfX, seeds.x)), m_isSeedOfY(marked(rowsOfY, seeds.y))
    {
    }

    WeightedPairs from(const CslsPartners &partners, const std::vector<ItemIndex> &mutual) const
    {
        WeightedPairs next;
        for (const ItemIndex i : mutual) {
            const ItemIndex j = partners.yOfX[static_cast<std::size_t>(i)];
            if (!m_isSeedOfX[static_cast<std::size_t>(i)] && !m_isSeedOfY[static_cast<std::size_t>(j)])
                next.add(i, j, 1);
        }
        const auto found = static_cast<double>(next.count()), seeds = static_cast<double>(m_seeds.count());
        for (std::size_t s = 0; s < m_seeds.count(); ++s)
            next.add(m_seeds.x[s], m_seeds.y[s], std::max(1.0, found / (seedsPerPartner * seeds)));
        return next;
    }

private:
    const WeightedPairs &m_seeds;
    const std::vector<bool> m_isSeedOfX, m_isSeedOfY;
};

/// Maps from the pairs and the partners that these find. False if cancelled.
bool advance(const Matrix &x, const Matrix &y, const WeightedPairs &pairs, CanonicalStep &step,
             const RunContext &context)
{
    auto maps = canonicalMaps(x, y, pairs, step.ridge, context);
    if (!maps)
        return false;
    step.maps = std::move(*maps);
    const Stopwatch clock;
    auto partners = cslsPartners(canonicalCoordinates(x, step.maps.a, context),
                                 canonicalCoordinates(y, step.maps.b, context), neighboursOfCsls, context);
    if (!partners)
        return false;
    step.changed = shareChanged(step.partners.xOfY, partners->xOfY);
    step.partners = std::move(*partners);
    step.seconds = clock.seconds();
    return true;
}

} // namespace

bool walkCanonicalPath(const Matrix &x, const Matrix &y, const WeightedPairs &seeds, const WeightedPairs &first,
                       std::span<const double> levels, const RunContext &context,
                       const std::function<bool(const CanonicalStep &)> &onStep)
{
    const NextPairs next(seeds, x.rows(), y.rows());
    WeightedPairs pairs = first;
    CanonicalStep step;
    for (const double ridge : levels) {
        step.ridge = ridge;
        for (int iteration = 0; iteration < iterationsPerLevel; ++iteration) {
            if (!advance(x, y, pairs, step, context))
                return false;
            const std::vector<ItemIndex> mutual = step.partners.mutualItemsOfX();
            step.mutualShare = static_cast<double>(mutual.size()) / static_cast<double>(std::min(x.rows(), y.rows()));
            if (!onStep(step))
                return false;
            if (WeightedPairs found = next.from(step.partners, mutual); found.count() > 0)
                pairs = std::move(found);
            if (step.changed < convergedBelow)
                break;
        }
    }
    return true;
}

namespace {

/// A run of the engine: the starts, one path each, and what is recorded of them.
class CanonicalRun
{
public:
    CanonicalRun(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                 const IterationCallback &onIteration)
        : m_input(input), m_options(options), m_context(context), m_run(input, options, context, onIteration),
          m_x(pathSpace(input.x, context)), m_y(pathSpace(input.y, context)),
          m_rx(productTransposed(input.x.rows, rowsOf(input.x.rows, input.anchorsOfX), context)),
          m_solver(input, m_rx, context)
    {
        const std::vector<ItemIndex> seedsOfX = input.seedsOfX();
        for (std::size_t s = 0; s < seedsOfX.size(); ++s) {
            const ItemIndex x = m_x.rowOf(seedsOfX[s]), y = m_y.rowOf(input.seedsOfY[s]);
            if (x != noItem && y != noItem)
                m_seeds.add(x, y, 1);
        }
    }

    OptimizeSummary run()
    {
        if (m_context.cancelled())
            return m_run.finish(Termination::cancelled);
        const auto seeds = static_cast<Index>(m_seeds.count());
        if (seeds >= 3) {
            const auto level = firstCanonicalLevel(m_x.rows, m_y.rows, m_seeds, m_context);
            if (!level || !walk(m_seeds, *level, ""))
                return finish();
        }
        if (m_bestShare < goodShare || seeds <= fewSeeds) {
            const auto learned = learnedPairs();
            if (!learned || !walk(*learned, levelAfterLearning, "self-learning, "))
                return finish();
        }
        return m_run.finish(Termination::converged);
    }

private:
    OptimizeSummary finish()
    {
        return m_run.finish(m_context.cancelled() ? Termination::cancelled : m_ended.value_or(Termination::cancelled));
    }

    /// The mutual partners under the orthogonal map that the self-learning ends at.
    std::optional<WeightedPairs> learnedPairs()
    {
        const LearnOptions learn = learnOptions(m_input, m_options.seed, m_context);
        const Matrix start = startMap(m_input, learn, m_context);
        if (m_context.cancelled())
            return std::nullopt;
        const auto tick = [&](const SelfLearning &) {
            m_ended = m_run.interrupted();
            return !m_ended;
        };
        const SelfLearning learning = learnMap(m_input.x.rows, m_input.y.rows, start, learn, m_context, tick);
        if (m_context.cancelled() || m_ended)
            return std::nullopt;
        const Matrix y = m_y.items.empty() ? m_input.y.rows : rowsOf(m_input.y.rows, m_y.items);
        const Matrix x = m_x.items.empty() ? m_input.x.rows : rowsOf(m_input.x.rows, m_x.items);
        const auto partners = cslsPartners(mapRows(x, learning.map, m_context), y, neighboursOfCsls, m_context);
        if (!partners)
            return std::nullopt;
        WeightedPairs pairs = m_seeds;
        for (const ItemIndex i : partners->mutualItemsOfX())
            pairs.add(i, partners->yOfX[static_cast<std::size_t>(i)], 1);
        return pairs;
    }

    bool walk(const WeightedPairs &first, std::size_t level, const std::string &start)
    {
        return walkCanonicalPath(m_x.rows, m_y.rows, m_seeds, first, std::span(ridges).subspan(level), m_context,
                                 [&](const CanonicalStep &step) { return record(step, start); });
    }

    bool record(const CanonicalStep &step, const std::string &start)
    {
        m_ended = m_run.interrupted();
        if (m_ended == Termination::cancelled)
            return false;
        SinkhornResult match;
        match.rowOfColumn.assign(static_cast<std::size_t>(m_input.y.size()), 0); // a zero row says nothing
        for (std::size_t j = 0; j < step.partners.xOfY.size(); ++j)
            match.rowOfColumn[static_cast<std::size_t>(m_y.itemOf(static_cast<ItemIndex>(j)))] =
                m_x.itemOf(step.partners.xOfY[j]);
        const Matrix anchors = m_solver.solve(match.rowOfColumn, ridgeOfAnchors);
        if (m_context.cancelled())
            return false;
        const Matrix ry = productTransposed(m_input.y.rows, anchors, m_context);
        for (Index j = 0; j < ry.rows(); ++j)
            match.distance.push_back((m_rx.row(match.rowOfColumn[static_cast<std::size_t>(j)]) - ry.row(j)).norm());
        match.seconds = step.seconds;
        const OptimizeRun::BestIterate best = m_run.best();
        const bool better = step.mutualShare > m_bestShare;
        m_run.forgetBest();
        const int done = m_run.record(anchors, match, start + "ε " + ridgeText(step.ridge)).iteration;
        if (!m_ended && m_options.iterations && done >= *m_options.iterations)
            m_ended = Termination::iterationLimit;
        if (better)
            m_bestShare = step.mutualShare;
        else
            m_run.restore(best);
        return !m_ended;
    }

    static std::string ridgeText(double ridge)
    {
        std::string text = std::to_string(ridge);
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.')
            text.pop_back();
        return text;
    }

    const OptimizeInput &m_input;
    const OptimizeOptions &m_options;
    const RunContext &m_context;
    OptimizeRun m_run;
    const PathSpace m_x, m_y;
    const Matrix m_rx;
    const AnchorSolver m_solver;
    WeightedPairs m_seeds;
    double m_bestShare = -1;
    std::optional<Termination> m_ended;
};

} // namespace

OptimizeSummary runCanonical(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                             const IterationCallback &onIteration)
{
    return CanonicalRun(input, options, context, onIteration).run();
}

} // namespace anchorscope
