// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/adam.h"

#include "core/alignment/optimizerun.h"
#include "core/heads/adamstep.h"
#include "core/optimizers/alternating.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

namespace {

constexpr double warmStartRidge = 0.1;
constexpr Index rowsOfCopy = 256; ///< rows that are copied between two checks for cancellation
/// A start has clearly won if its loss is less than this multiple of every other loss. Measured: losses of starts that
/// found nothing differ by at most 5 %. The loss of a start that succeeds is 0.04 (digits) to 0.5 (words) times the
/// loss of a start that found nothing.
constexpr double farBelow = 0.67;

/// Random seed of a start. The first start has the seed of a run with only one start.
std::uint64_t seedOfStart(std::uint64_t seed, int start)
{
    constexpr std::uint64_t startStream = 2;
    return start == 0 ? seed : hashBits(seed, startStream, static_cast<std::uint64_t>(start), 0);
}

/// Gradient of the loss with respect to the anchors A_Y: 2/(m·k) (A_Y·YᵀY − R_X[π]ᵀY). If the loss permutes Y instead
/// (paper AO, Alg. 1, line 6), the rows of Y are replaced by Y[σ], the matches of the items of X. With a soft plan, the
/// plan's averages replace R_X[π] or Y[σ]. Incomplete if cancelled.
class Gradient
{
public:
    Gradient(const OptimizeInput &input, const Matrix &rx, const OptimizeOptions &options, const RunContext &context)
        : m_input(input), m_rx(rx), m_permutesY(options.permuted == Side::y), m_soft(options.softPlan)
    {
        if (!m_permutesY)
            m_gram = crossProduct(input.y.rows, input.y.rows, context);
    }
    MatrixD of(const MatrixD &anchors, const SinkhornResult &match, const RunContext &context)
    {
        const Index items = m_permutesY ? m_input.x.size() : m_input.y.size();
        const double factor = 2.0 / (static_cast<double>(items) * static_cast<double>(m_rx.cols()));
        MatrixD pull;
        if (m_permutesY) {
            const Matrix permuted = m_soft ? match.averages : rowsOf(m_input.y.rows, match.columnOfRow);
            m_gram = crossProduct(permuted, permuted, context);
            pull = crossProduct(m_rx, permuted, context);
        } else {
            pull = crossProduct(m_soft ? match.averages : rowsOf(m_rx, match.rowOfColumn), m_input.y.rows, context);
        }
        if (context.cancelled())
            return {};
        return factor * (anchors * m_gram - pull);
    }

private:
    const OptimizeInput &m_input;
    const Matrix &m_rx;
    const bool m_permutesY, m_soft;
    MatrixD m_gram;
};

/// Makes a step of Adam along the tangent of the sphere. The first `fixedRows` rows do not change.
void stepOnSphere(MatrixD gradient, Index fixedRows, AdamStep<MatrixD> &adam, MatrixD &rows)
{
    gradient.topRows(fixedRows).setZero();
    const VectorD radial = gradient.cwiseProduct(rows).rowwise().sum();
    gradient -= rows.cwiseProduct(radial.replicate(1, rows.cols()));
    adam(gradient, rows);
    for (Index i = fixedRows; i < rows.rows(); ++i) {
        const double norm = rows.row(i).norm();
        if (norm > 0)
            rows.row(i) /= norm;
    }
}

Matrix randomStart(const OptimizeInput &input, std::uint64_t seed)
{
    Matrix start(static_cast<Index>(input.anchorsOfX.size()), input.y.dimension());
    Random random(seed);
    for (Index i = 0; i < start.size(); ++i)
        start.data()[i] = static_cast<float>(random.normal());
    normalizeRows(start);
    return start;
}

Matrix seedProjection(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context)
{
    const SinkhornResult match = matchBySeeds(input, sinkhornOptions(options), context);
    const Matrix rx = productTransposed(input.x.rows, rowsOf(input.x.rows, input.anchorsOfX), context);
    AnchorSolver solver(input, rx, context);
    return context.cancelled() ? Matrix() : solver.solve(match.rowOfColumn, warmStartRidge);
}

/// Initial anchors of Y.
struct Start
{
    Matrix anchors;  ///< vectors of the anchors, k × dy unit rows
    double ramp = 0; ///< share of iterations in which the weight of non-seed anchors rises to 1; 0: no random anchors
};

Start startOf(const OptimizeInput &input, const OptimizeOptions &options, bool warm, std::uint64_t seed,
              const RunContext &context)
{
    return warm ? Start{seedProjection(input, options, context)} : Start{randomStart(input, seed), options.ramp};
}

struct EndedStart
{
    OptimizeRun::BestIterate best;
    int iterations = 0;
};

double agreement(const EndedStart &a, const EndedStart &b)
{
    const auto &first = a.best.correspondence, &second = b.best.correspondence;
    Index same = 0;
    for (std::size_t j = 0; j < first.size(); ++j)
        same += first[j] == second[j];
    return static_cast<double>(same) / static_cast<double>(first.size());
}

class AdamRun
{
public:
    AdamRun(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
            const IterationCallback &onIteration)
        : m_input(input), m_options(options), m_context(context), m_run(input, options, context, onIteration),
          m_rx(productTransposed(input.x.rows, rowsOf(input.x.rows, input.anchorsOfX), context)),
          m_gradient(input, m_rx, options, context), m_matcher(m_rx, transport())
    {
    }

    OptimizeSummary runFrom(const Start &start)
    {
        return m_run.finish(walk(start, {}, m_context).value_or(Termination::iterationLimit));
    }
    OptimizeSummary runStarts();

private:
    SinkhornOptions transport() const
    {
        SinkhornOptions options = sinkhornOptions(m_options);
        options.ofRows = m_options.permuted == Side::y;
        if (m_options.softPlan)
            options.averaged = options.ofRows ? &m_input.y.rows : &m_rx;
        return options;
    }
    std::optional<Termination> walk(const Start &start, const std::string &stage, const RunContext &context);
    double lossOf(const Matrix &ry, const Matrix &anchors, const SinkhornResult &match) const;
    SinkhornResult match(const Matrix &anchors, const SinkhornResult *previous, double scale,
                         std::optional<double> &loss);
    std::size_t winner() const;
    std::vector<bool> agreeing(std::size_t won) const;
    bool clearlyWon(std::size_t won, const std::vector<bool> &agreeing) const;
    OptimizeSummary finished(Termination termination);

    const OptimizeInput &m_input;
    const OptimizeOptions &m_options;
    const RunContext &m_context;
    OptimizeRun m_run;
    const Matrix m_rx;
    Gradient m_gradient;
    SinkhornMatcher m_matcher;
    std::vector<EndedStart> m_ended;
};

namespace {

/// Returns a copy of `matrix` with its last `columns` columns multiplied by `factor`; incomplete if cancelled.
Matrix withScaledColumns(const Matrix &matrix, Index columns, float factor, const RunContext &context)
{
    Matrix result(matrix.rows(), matrix.cols());
    const auto copy = [&](Index begin, Index end) {
        auto block = result.middleRows(begin, end - begin);
        block = matrix.middleRows(begin, end - begin);
        block.rightCols(columns) *= factor;
    };
    forBlocks(matrix.rows(), rowsOfCopy, copy, context);
    return result;
}

} // namespace

/// Mean squared difference of the relative vectors of matches, over all anchors.
double AdamRun::lossOf(const Matrix &ry, const Matrix &anchors, const SinkhornResult &match) const
{
    Matrix apart;
    if (m_options.permuted == Side::y) {
        apart = m_options.softPlan ? productTransposed(match.averages, anchors, m_context)
                                   : rowsOf(ry, match.columnOfRow, m_context);
        apart = m_rx - apart;
    } else {
        apart = m_options.softPlan ? match.averages : rowsOf(m_rx, match.rowOfColumn, m_context);
        apart -= ry;
    }
    return apart.cast<double>().squaredNorm() / static_cast<double>(apart.size());
}

/// Finds the matches by distances of relative vectors. Coordinates for anchors other than seeds are multiplied by
/// `scale`. `loss` is set if the loss cannot be computed from these distances.
SinkhornResult AdamRun::match(const Matrix &anchors, const SinkhornResult *previous, double scale,
                              std::optional<double> &loss)
{
    const Matrix ry = productTransposed(m_input.y.rows, anchors, m_context);
    SinkhornResult match;
    if (scale < 1) {
        const auto free = m_rx.cols() - static_cast<Index>(m_input.seedsOfY.size());
        const auto factor = static_cast<float>(scale);
        const Matrix scaledX = withScaledColumns(m_rx, free, factor, m_context),
                     scaledY = withScaledColumns(ry, free, factor, m_context);
        if (m_context.cancelled())
            return match;
        match = SinkhornMatcher(scaledX, transport()).match(scaledY, previous, m_context);
    } else {
        match = m_matcher.match(ry, previous, m_context);
    }
    loss.reset();
    if ((scale < 1 || m_options.softPlan) && !m_context.cancelled())
        loss = lossOf(ry, anchors, match);
    return match;
}

/// Iterates from one start; returns the reason if the iterations end before the iteration limit.
std::optional<Termination> AdamRun::walk(const Start &start, const std::string &stage, const RunContext &context)
{
    MatrixD free = start.anchors.cast<double>();
    const auto seeds = static_cast<Index>(m_input.seedsOfY.size());
    if (context.cancelled())
        return Termination::cancelled;
    free.topRows(seeds) = rowsOf(m_input.y.rows, m_input.seedsOfY).cast<double>();
    AdamStep<MatrixD> adam(m_options.learningRate);
    const int limit = m_options.iterations.value_or(adamSteps);
    Matrix anchors = free.cast<float>();
    const double ramp = seeds > 0 ? start.ramp * limit : 0;
    const auto scaleAfter = [ramp](int steps) { return steps < ramp ? steps / ramp : 1; };
    std::optional<double> loss;
    SinkhornResult found = match(anchors, nullptr, scaleAfter(0), loss);
    if (context.cancelled())
        return Termination::cancelled;
    m_run.recordStart(anchors, found, loss);
    for (int iteration = 1; iteration <= limit; ++iteration) {
        if (const auto reason = m_run.interrupted())
            return reason;
        context.report(static_cast<double>(iteration - 1) / limit, "optimizing anchors");
        MatrixD slope = m_gradient.of(free, found, context);
        if (context.cancelled())
            return Termination::cancelled;
        stepOnSphere(std::move(slope), m_options.freeSeeds ? 0 : seeds, adam, free);
        anchors = free.cast<float>();
        if (!anchors.allFinite())
            return Termination::diverged;
        found = match(anchors, &found, scaleAfter(iteration), loss);
        if (context.cancelled())
            return Termination::cancelled;
        m_run.record(anchors, found, stage, loss);
    }
    return std::nullopt;
}

std::size_t AdamRun::winner() const
{
    const auto lossOf = [](const EndedStart &start) { return start.best.loss; };
    return static_cast<std::size_t>(std::ranges::min_element(m_ended, {}, lossOf) - m_ended.begin());
}

/// Flag of each start: true if more than half of the items have the same match as in the winner's result.
std::vector<bool> AdamRun::agreeing(std::size_t won) const
{
    std::vector<bool> agree;
    for (const EndedStart &start : m_ended)
        agree.push_back(agreement(start, m_ended[won]) > 0.5);
    return agree;
}

bool AdamRun::clearlyWon(std::size_t won, const std::vector<bool> &agreeing) const
{
    if (std::ranges::count(agreeing, true) > 1)
        return true;
    double next = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_ended.size(); ++i) {
        if (i != won)
            next = std::min(next, m_ended[i].best.loss);
    }
    return m_ended.size() > 1 && m_ended[won].best.loss < farBelow * next;
}

OptimizeSummary AdamRun::runStarts()
{
    std::optional<Termination> reason;
    for (int start = 0; start < m_options.starts && !reason; ++start) {
        const RunContext part = m_context.part(static_cast<double>(start) / m_options.starts,
                                               static_cast<double>(start + 1) / m_options.starts);
        m_run.forgetBest();
        const int before = m_run.iterations();
        const bool warm = start == 0 && m_options.warmStart;
        reason = walk(startOf(m_input, m_options, warm, seedOfStart(m_options.seed, start), part),
                      "start " + std::to_string(start + 1), part);
        if (reason == Termination::cancelled)
            return m_run.finish(Termination::cancelled);
        m_ended.push_back({m_run.best(), m_run.iterations() - before});
        if (reason == Termination::diverged && start + 1 < m_options.starts)
            reason.reset();
        if (!reason && clearlyWon(winner(), agreeing(winner())))
            reason = Termination::converged;
    }
    return finished(reason.value_or(Termination::iterationLimit));
}

OptimizeSummary AdamRun::finished(Termination termination)
{
    const std::size_t won = winner();
    const std::vector<bool> agree = agreeing(won);
    const bool clear = clearlyWon(won, agree);
    m_run.restore(m_ended[won].best);
    std::vector<StartSummary> starts;
    for (std::size_t i = 0; i < m_ended.size(); ++i)
        starts.push_back({m_ended[i].iterations, m_ended[i].best.loss, i == won, clear && agree[i],
                          m_run.correctShare(m_ended[i].best.correspondence)});
    const std::string name = "Start " + std::to_string(won + 1) + " of " + std::to_string(m_ended.size());
    OptimizeSummary summary = m_run.finish(termination);
    summary.starts = std::move(starts);
    summary.message +=
        clear ? " " + name +
                    " has clearly won: its loss is far below the others', or other starts led to the same matches."
              : " " + name + " has the lowest loss, but has not clearly won.";
    return summary;
}

} // namespace

OptimizeSummary runAdam(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                        const IterationCallback &onIteration)
{
    if (options.starts > 1)
        return AdamRun(input, options, context, onIteration).runStarts();
    const Start start = startOf(input, options, options.warmStart, options.seed, context);
    return AdamRun(input, options, context, onIteration).runFrom(start);
}

OptimizeSummary runAdamFrom(const Matrix &start, const OptimizeInput &input, const OptimizeOptions &options,
                            const RunContext &context, const IterationCallback &onIteration)
{
    return AdamRun(input, options, context, onIteration).runFrom({start});
}

} // namespace anchorscope
