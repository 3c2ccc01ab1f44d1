// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matching/matching.h"

#include "core/parallel.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace anchorscope {

namespace {

constexpr Index rowsPerBlock = 96;
/// Targets further than this multiple of ε below the best score are omitted from sums: each would add less than 2e-11.
constexpr double windowInEpsilons = 25;
constexpr Index bytesOfKeptBounds = Index(64) << 20;

/// Pool of objects that are too expensive to create for every block. A thread takes one that is free, or creates one.
template <class T> class Pool
{
public:
    template <class... Arguments> std::unique_ptr<T> take(const Arguments &...arguments)
    {
        std::lock_guard lock(m_mutex);
        if (m_free.empty())
            return std::make_unique<T>(arguments...);
        std::unique_ptr<T> object = std::move(m_free.back());
        m_free.pop_back();
        return object;
    }
    void giveBack(std::unique_ptr<T> object)
    {
        std::lock_guard lock(m_mutex);
        m_free.push_back(std::move(object));
    }
    const std::vector<std::unique_ptr<T>> &all() const { return m_free; }

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<T>> m_free;
};

/// Soft maximum ε · log Σ exp(s/ε) of scores s, summed in ascending order of targets (core/definitions.md, 4).
double softMaximum(SumState &state, double epsilon)
{
    const double minimum = -state.best;
    const double maximum = minimum + windowInEpsilons * epsilon;
    std::sort(state.kept.begin(), state.kept.end(),
              [](const PairCandidate &a, const PairCandidate &b) { return a.target < b.target; });
    double sum = 0;
    for (const PairCandidate &candidate : state.kept) {
        if (candidate.cost <= maximum)
            sum += std::exp((minimum - candidate.cost) / epsilon);
    }
    return state.best + epsilon * std::log(sum);
}

/// Mean of rows with the weights exp(s/ε), s being the scores, summed in ascending order of targets.
Eigen::RowVectorXd softMean(SumState &state, double epsilon, const Matrix &rows)
{
    std::sort(state.kept.begin(), state.kept.end(),
              [](const PairCandidate &a, const PairCandidate &b) { return a.target < b.target; });
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(rows.cols());
    double weights = 0;
    for (const PairCandidate &candidate : state.kept) {
        if (candidate.cost > windowInEpsilons * epsilon - state.best)
            continue;
        const double weight = std::exp((-state.best - candidate.cost) / epsilon);
        sum += weight * rows.row(candidate.target).cast<double>();
        weights += weight;
    }
    return sum / weights;
}

ItemIndex nearestOf(const SumState &state)
{
    ItemIndex nearest = noItem;
    for (const PairCandidate &candidate : state.kept) {
        if (candidate.cost == -state.best && (nearest == noItem || candidate.target < nearest))
            nearest = candidate.target;
    }
    return nearest;
}

/// Lower bounds of the squared distances between a block of queries and all targets, computed for one panel (range of
/// targets) at a time. One object per thread.
class BlockBounds
{
public:
    /// `keep`: the bounds of all panels stay in memory, not only those of the last.
    void begin(const BoundSpace &rows, const BoundSpace &columns, Index first, Index count, bool keep)
    {
        m_columns = &columns;
        m_first = first;
        m_count = count;
        m_keep = keep;
        rows.packLeft(first, count, m_left, m_norms);
        m_bounds.reserve((keep ? columns.right().panels() : 1) * panelSize());
    }
    void compute(Index panel)
    {
        m_left.distances(m_columns->right(), panel, m_norms.data(), m_columns->normsOfPanel(panel), place(panel));
    }
    BoundPanel panel(Index panel) const
    {
        const kernels::PackedRows &right = m_columns->right();
        return {place(panel), m_first, m_count, m_left.paddedRows(), panel * right.panelWidth(), right.rowsIn(panel)};
    }

private:
    Index panelSize() const { return m_left.paddedRows() * m_columns->right().panelWidth(); }
    float *place(Index panel) const { return m_bounds.data() + (m_keep ? panel * panelSize() : 0); }

    const BoundSpace *m_columns = nullptr;
    Index m_first = 0, m_count = 0;
    bool m_keep = false;
    kernels::LeftBlock m_left;
    std::vector<float> m_norms;
    kernels::AlignedFloats m_bounds;
};

constexpr double costOfScan = 8; ///< cost of scanning the bound of a pair, in multiply-adds of a packed product

/// Share of the cost of onePass() that twoPasses() spends before its total cost is predicted.
constexpr double shareSpentBeforeDoubt = 0.03;
/// Maximum predicted cost of twoPasses(), as a share of the cost of onePass(); above it, twoPasses() gives up.
constexpr double worthwhile = 0.7;

} // namespace

SinkhornPass::SinkhornPass(const BoundSpace &x, const BoundSpace &y, const SinkhornOptions &options,
                           const RunContext &context)
    : m_x(x), m_y(y), m_options(options), m_context(context), m_logN(std::log(static_cast<double>(x.size()))),
      m_logM(std::log(static_cast<double>(y.size())))
{
    m_result.u.resize(x.size());
    m_result.nearestColumn.resize(static_cast<std::size_t>(x.size()));
    m_result.iterations = 1;
    m_caps.assign(static_cast<std::size_t>(y.size()), capOf(-m_options.epsilon * m_logM));
    m_best.resize(static_cast<std::size_t>(y.size()));
}

SinkhornResult SinkhornPass::take()
{
    for (const BestState &best : m_best) {
        m_result.rowOfColumn.push_back(best.target);
        m_result.distance.push_back(static_cast<float>(best.distance));
        m_result.score.push_back(best.score);
    }
    for (const BestState &best : m_bestOfRows) {
        m_result.columnOfRow.push_back(best.target);
        m_result.distanceOfRow.push_back(static_cast<float>(best.distance));
    }
    return std::move(m_result);
}

double SinkhornPass::window() const
{
    return windowInEpsilons * m_options.epsilon;
}

double SinkhornPass::capOf(double v) const
{
    return -m_options.epsilon * (m_logN + 0.1) - v;
}

double SinkhornPass::capOfRow(double u) const
{
    return -m_options.epsilon * (m_logM + 0.1) - u;
}

struct SinkhornPass::Worker
{
    explicit Worker(Index count) : columns(0, count) {}
    BlockBounds bounds;
    QueryBlock<BestState> columns;
};

bool SinkhornPass::onePass(const SinkhornResult *previous)
{
    const PairSearch<SumState> rowSearch(m_x, m_y, nullptr, nullptr, window());
    const PairSearch<BestState> columnSearch(m_y, m_x, m_result.u.data(), m_caps.data(), 0);
    const Index fitting = bytesOfKeptBounds / (Index(sizeof(float)) * m_y.size() * threadCount());
    Pool<Worker> workers;
    forBlocks(
        m_x.size(), std::clamp<Index>(fitting / 12 * 12, 12, rowsPerBlock),
        [&](Index begin, Index end) {
            std::unique_ptr<Worker> worker = workers.take(m_y.size());
            if (rowsOfBlock(begin, end, rowSearch, previous, *worker))
                columnsOfBlock(columnSearch, *worker);
            workers.giveBack(std::move(worker));
        },
        m_context);
    for (const auto &worker : workers.all()) {
        for (std::size_t j = 0; j < m_best.size(); ++j) {
            const BestState &found = worker->columns.states[j];
            if (found.target != noItem)
                m_best[j].offer(found.score, found.distance, found.target);
        }
    }
    return !m_context.cancelled();
}

bool SinkhornPass::rowsOfBlock(Index begin, Index end, const PairSearch<SumState> &search,
                               const SinkhornResult *previous, Worker &worker)
{
    worker.bounds.begin(m_x, m_y, begin, end - begin, true);
    QueryBlock<SumState> rows(begin, end - begin);
    for (Index i = begin; previous && i < end; ++i)
        search.hint(i, previous->nearestColumn[static_cast<std::size_t>(i)], rows);
    rows.seeded = previous;
    for (Index panel = 0; panel < m_y.right().panels(); ++panel) {
        if (m_context.cancelled())
            return false;
        worker.bounds.compute(panel);
        search.scan(worker.bounds.panel(panel), true, rows);
        rows.seeded = true;
    }
    setRows(begin, rows.states, -m_options.epsilon * m_logM);
    return true;
}

void SinkhornPass::columnsOfBlock(const PairSearch<BestState> &search, Worker &worker) const
{
    for (Index panel = 0; panel < m_y.right().panels() && !m_context.cancelled(); ++panel)
        search.scan(worker.bounds.panel(panel), false, worker.columns);
    worker.columns.seeded = true;
}

/// Computes the potentials u of a block of rows. `v`: common potential of all columns if scores omit it, otherwise 0.
void SinkhornPass::setRows(Index begin, std::vector<SumState> &states, double v)
{
    for (std::size_t i = 0; i < states.size(); ++i) {
        m_result.u[begin + static_cast<Index>(i)] =
            -m_options.epsilon * m_logN - v - softMaximum(states[i], m_options.epsilon);
        m_result.nearestColumn[static_cast<std::size_t>(begin) + i] = nearestOf(states[i]);
    }
}

void SinkhornPass::updateColumns(Index begin, std::vector<SumState> &states, VectorD &v) const
{
    for (std::size_t j = 0; j < states.size(); ++j)
        v[begin + static_cast<Index>(j)] = -m_options.epsilon * m_logM - softMaximum(states[j], m_options.epsilon);
}

/// Adds the cost of one panel to the cost of twoPasses(). Returns false if the sum is too high or if cancelled.
bool SinkhornPass::keepGoing(Index evaluated, Index pairs)
{
    const double spent = costOfDistance(m_x.rows().cols()) *
                         static_cast<double>(m_evaluated.fetch_add(evaluated, std::memory_order_relaxed) + evaluated);
    const double done = static_cast<double>(m_pairsDone.fetch_add(pairs, std::memory_order_relaxed) + pairs);
    const double all = static_cast<double>(m_x.size()) * static_cast<double>(m_y.size());
    const double onePassCost = all * (static_cast<double>(m_x.rows().cols()) + costOfScan);
    if (m_limited && spent > shareSpentBeforeDoubt * onePassCost) {
        const double perPair = spent / done + static_cast<double>(m_y.right().depth()) + costOfScan;
        if (2 * all * perPair > worthwhile * onePassCost)
            m_exhausted.store(true, std::memory_order_relaxed);
    }
    return !exhausted() && !m_context.cancelled();
}

/// Searches the targets of all queries. `start` is called before the search of each query, `finish` after the search of
/// each block of queries. Returns false if the search gave up or was cancelled.
template <class State, class Start, class Finish>
bool SinkhornPass::searchAll(const BoundSpace &queries, const BoundSpace &targets, const PairSearch<State> &search,
                             const Start &start, const Finish &finish)
{
    forBlocks(
        queries.size(), rowsPerBlock,
        [&](Index begin, Index end) {
            if (exhausted())
                return;
            static thread_local BlockBounds bounds;
            bounds.begin(queries, targets, begin, end - begin, false);
            QueryBlock<State> block(begin, end - begin);
            for (Index i = begin; i < end; ++i)
                start(i, block);
            bool going = true;
            for (Index panel = 0; panel < targets.right().panels() && going; ++panel) {
                bounds.compute(panel);
                const BoundPanel pairs = bounds.panel(panel);
                going = keepGoing(search.scan(pairs, true, block), pairs.rows * pairs.columns);
                block.seeded = true;
            }
            if (going)
                finish(begin, block.states);
        },
        m_context);
    return !exhausted() && !m_context.cancelled();
}

bool SinkhornPass::twoPasses(const SinkhornResult *previous)
{
    m_limited = true;
    const PairSearch<SumState> rowSearch(m_x, m_y, nullptr, nullptr, window());
    const PairSearch<BestState> columnSearch(m_y, m_x, m_result.u.data(), m_caps.data(), 0);
    const auto startRow = [&](Index i, QueryBlock<SumState> &rows) {
        if (previous)
            rowSearch.hint(i, previous->nearestColumn[static_cast<std::size_t>(i)], rows);
    };
    const auto finishRows = [&](Index begin, std::vector<SumState> &states) {
        setRows(begin, states, -m_options.epsilon * m_logM);
    };
    if (!searchAll(m_x, m_y, rowSearch, startRow, finishRows))
        return false;
    std::vector<ItemIndex> rowThatNeedsIt(m_best.size(), noItem);
    for (std::size_t i = 0; i < m_result.nearestColumn.size(); ++i)
        rowThatNeedsIt[static_cast<std::size_t>(m_result.nearestColumn[i])] = static_cast<ItemIndex>(i);
    const auto startColumn = [&](Index j, QueryBlock<BestState> &columns) {
        if (previous)
            columnSearch.hint(j, previous->rowOfColumn[static_cast<std::size_t>(j)], columns);
        if (rowThatNeedsIt[static_cast<std::size_t>(j)] != noItem)
            columnSearch.hint(j, rowThatNeedsIt[static_cast<std::size_t>(j)], columns);
    };
    const auto finishColumns = [&](Index begin, const std::vector<BestState> &states) {
        std::copy(states.begin(), states.end(), m_best.begin() + begin);
    };
    if (!searchAll(m_y, m_x, columnSearch, startColumn, finishColumns))
        return false;
    m_result.survivors =
        static_cast<double>(evaluated()) / (static_cast<double>(m_x.size()) * static_cast<double>(m_y.size()));
    return true;
}

bool SinkhornPass::iterate()
{
    VectorD v = VectorD::Constant(m_y.size(), -m_options.epsilon * m_logM);
    const auto nothing = [](Index, auto &) {};
    const auto updateU = [&](Index begin, std::vector<SumState> &states) { setRows(begin, states, 0); };
    const auto updateV = [&](Index begin, std::vector<SumState> &states) { updateColumns(begin, states, v); };
    const PairSearch<SumState> rowSearch(m_x, m_y, v.data(), nullptr, window());
    const PairSearch<SumState> columnSearch(m_y, m_x, m_result.u.data(), nullptr, window());
    bool go = searchAll(m_x, m_y, rowSearch, nothing, updateU);
    for (bool settled = false; go && !settled && m_result.iterations < m_options.iterations;) {
        // Copies of the potentials u and v before the iteration; updateU and updateV change the originals.
        const VectorD u = m_result.u, vBefore = v;
        go = searchAll(m_y, m_x, columnSearch, nothing, updateV) && searchAll(m_x, m_y, rowSearch, nothing, updateU);
        ++m_result.iterations;
        settled = go && std::max((m_result.u - u).cwiseAbs().maxCoeff(), (v - vBefore).cwiseAbs().maxCoeff()) <
                            m_options.tolerance;
    }
    return go && takeMatches(v);
}

/// Computes the matches π of the columns from u, and the averages for the columns. With SinkhornOptions::ofRows it also
/// computes v from u and then the matches of the rows; the averages are then those for the rows.
bool SinkhornPass::takeMatches(VectorD &v)
{
    for (Index j = 0; j < v.size(); ++j)
        m_caps[static_cast<std::size_t>(j)] = capOf(v[j]);
    const auto nothing = [](Index, auto &) {};
    const PairSearch<BestState> best(m_y, m_x, m_result.u.data(), m_caps.data(), 0);
    const PairSearch<SumState> columnSearch(m_y, m_x, m_result.u.data(), nullptr, window());
    const auto keep = [&](Index begin, const std::vector<BestState> &states) {
        std::copy(states.begin(), states.end(), m_best.begin() + begin);
    };
    const auto average = [&](Index begin, std::vector<SumState> &states) {
        for (std::size_t i = 0; i < states.size(); ++i)
            m_result.averages.row(begin + static_cast<Index>(i)) =
                softMean(states[i], m_options.epsilon, *m_options.averaged).cast<float>();
    };
    if (m_options.averaged)
        m_result.averages.resize(m_options.ofRows ? m_x.size() : m_y.size(), m_options.averaged->cols());
    if (!searchAll(m_y, m_x, best, nothing, keep))
        return false;
    if (!m_options.ofRows)
        return !m_options.averaged || searchAll(m_y, m_x, columnSearch, nothing, average);
    if (!searchAll(m_y, m_x, columnSearch, nothing,
                   [&](Index begin, std::vector<SumState> &states) { updateColumns(begin, states, v); }))
        return false;
    std::vector<double> caps(static_cast<std::size_t>(m_x.size()));
    for (Index i = 0; i < m_x.size(); ++i)
        caps[static_cast<std::size_t>(i)] = capOfRow(m_result.u[i]);
    m_bestOfRows.resize(caps.size());
    const PairSearch<BestState> bestOfRows(m_x, m_y, v.data(), caps.data(), 0);
    const auto keepRows = [&](Index begin, const std::vector<BestState> &states) {
        std::copy(states.begin(), states.end(), m_bestOfRows.begin() + begin);
    };
    const PairSearch<SumState> rowSearch(m_x, m_y, v.data(), nullptr, window());
    return searchAll(m_x, m_y, bestOfRows, nothing, keepRows) &&
           (!m_options.averaged || searchAll(m_x, m_y, rowSearch, nothing, average));
}

} // namespace anchorscope
