// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/sinkhorn.h"

#include "core/optimize/pairsearch.h"
#include "core/parallel.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <mutex>

namespace anchorscope {

namespace {

constexpr Index rowsPerBlock = 64;
constexpr Index columnsPerTile = 256;
/// Partners whose score is this many ε below the best add less than 2e-11 each to a sum of exponentials.
constexpr double windowInEpsilons = 25;
constexpr Index bytesOfKeptBounds = Index(64) << 20;

/// Objects that cost too much to make for every block; as many as there are threads at work.
template <class T> class Pool
{
public:
    std::unique_ptr<T> take()
    {
        std::lock_guard lock(m_mutex);
        if (m_free.empty())
            return std::make_unique<T>();
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

/// ε·logsumexp of the kept scores over ε, summed in ascending order of partners (algorithms.md 4).
double softMaximum(SumState &state, double epsilon)
{
    const double least = -state.best;
    const double most = least + windowInEpsilons * epsilon;
    std::sort(state.kept.begin(), state.kept.end(),
              [](const Candidate &a, const Candidate &b) { return a.partner < b.partner; });
    double sum = 0;
    for (const Candidate &candidate : state.kept) {
        if (candidate.cost <= most)
            sum += std::exp((least - candidate.cost) / epsilon);
    }
    return state.best + epsilon * std::log(sum);
}

ItemIndex nearestOf(const SumState &state)
{
    ItemIndex nearest = noItem;
    for (const Candidate &candidate : state.kept) {
        if (candidate.cost == -state.best && (nearest == noItem || candidate.partner < nearest))
            nearest = candidate.partner;
    }
    return nearest;
}

void computeTile(const Cloud &a, const Cloud &b, const Tile &tile, float *bounds)
{
    kernels::squaredDistances(a.features.row(tile.firstRow).data(), a.features.cols(), &a.norms[tile.firstRow],
                              b.features.row(tile.firstColumn).data(), b.features.cols(), &b.norms[tile.firstColumn],
                              bounds, tile.stride, tile.rows, tile.columns, a.features.cols());
}

/// One search of all seekers among all partners, block by block of seekers.
template <class State, class Finish>
bool searchAll(const Cloud &seekers, const Cloud &partners, const PairSearch<State> &search, const Finish &finish,
               const RunContext &context)
{
    return forBlocks(
        seekers.size(), rowsPerBlock,
        [&](Index begin, Index end) {
            std::vector<State> states(static_cast<std::size_t>(end - begin));
            std::vector<float> bounds(static_cast<std::size_t>((end - begin) * columnsPerTile));
            typename PairSearch<State>::Scratch scratch;
            for (Index j = 0; j < partners.size() && !context.cancelled(); j += columnsPerTile) {
                const Tile tile{bounds.data(),
                                columnsPerTile,
                                begin,
                                end - begin,
                                j,
                                std::min(columnsPerTile, partners.size() - j)};
                computeTile(seekers, partners, tile, bounds.data());
                search.scan(tile, true, states.data(), scratch);
            }
            if (!context.cancelled())
                finish(begin, states);
        },
        context);
}

} // namespace

Status SinkhornOptions::validate() const
{
    if (!(epsilon > 0) || !std::isfinite(epsilon))
        return Error{"wrong-usage", "The regularisation strength must be a positive number; 0.0001 is usual.", {}, {}};
    if (iterations < 1)
        return Error{"wrong-usage", "The number of Sinkhorn iterations must be at least 1.", {}, {}};
    return Done{};
}

struct SinkhornMatcher::Fixed
{
    explicit Fixed(const Matrix &rx)
        : centre(rx.cast<double>().colwise().mean().transpose().cast<float>()), x(rx, centre)
    {
    }
    Vector centre;
    Cloud x;
};

namespace {

/// The work of one call of match.
class Matching
{
public:
    Matching(const Cloud &x, const Cloud &y, const SinkhornOptions &options, const RunContext &context)
        : m_x(x), m_y(y), m_options(options), m_context(context), m_logN(std::log(static_cast<double>(x.size()))),
          m_logM(std::log(static_cast<double>(y.size())))
    {
        m_result.u.resize(x.size());
        m_result.nearestColumn.resize(static_cast<std::size_t>(x.size()));
        m_caps.assign(static_cast<std::size_t>(y.size()), capOf(-m_options.epsilon * m_logM));
        m_best.resize(static_cast<std::size_t>(y.size()));
    }

    SinkhornResult run(const SinkhornResult *previous)
    {
        m_result.iterations = 1;
        const bool done = m_options.iterations == 1 ? onePass(previous) : iterate();
        if (!done)
            return {};
        for (const BestState &best : m_best) {
            m_result.rowOfColumn.push_back(best.partner);
            m_result.distance.push_back(static_cast<float>(best.distance));
            m_result.score.push_back(best.score);
        }
        return std::move(m_result);
    }

private:
    double window() const { return windowInEpsilons * m_options.epsilon; }
    double capOf(double v) const { return -m_options.epsilon * (m_logN + 0.1) - v; }

    void setRow(Index i, SumState &state)
    {
        m_result.u[i] = -m_options.epsilon * (m_logN - m_logM) - softMaximum(state, m_options.epsilon);
        m_result.nearestColumn[static_cast<std::size_t>(i)] = nearestOf(state);
    }

    /// What one thread needs for one row block after the other.
    struct Worker
    {
        std::vector<float> bounds;
        std::vector<BestState> columns;
        PairSearch<SumState>::Scratch rowScratch;
        PairSearch<BestState>::Scratch columnScratch;
    };

    /// u and π from one computation of the bounds: they are kept for a block of rows until its u is known.
    bool onePass(const SinkhornResult *previous)
    {
        const PairSearch<SumState> rowSearch(m_x, m_y, nullptr, nullptr, window());
        const PairSearch<BestState> columnSearch(m_y, m_x, m_result.u.data(), m_caps.data(), 0);
        const Index budget = bytesOfKeptBounds / (Index(sizeof(float)) * m_y.size() * threadCount());
        const Index blockRows = std::clamp<Index>(budget, 8, rowsPerBlock);
        Pool<Worker> workers;
        forBlocks(
            m_x.size(), blockRows,
            [&](Index begin, Index end) {
                std::unique_ptr<Worker> worker = workers.take();
                worker->columns.resize(m_best.size());
                worker->bounds.resize(static_cast<std::size_t>(blockRows * m_y.size()));
                if (rowsOfBlock(begin, end, rowSearch, previous, *worker))
                    columnsOfBlock(begin, end, columnSearch, *worker);
                workers.giveBack(std::move(worker));
            },
            m_context);
        for (const auto &worker : workers.all()) {
            for (std::size_t j = 0; j < m_best.size(); ++j)
                m_best[j].merge(worker->columns[j]);
        }
        return !m_context.cancelled();
    }

    Tile tileOf(Index begin, Index end, Index column, const Worker &worker) const
    {
        return {worker.bounds.data() + column,
                m_y.size(),
                begin,
                end - begin,
                column,
                std::min(columnsPerTile, m_y.size() - column)};
    }

    bool rowsOfBlock(Index begin, Index end, const PairSearch<SumState> &search, const SinkhornResult *previous,
                     Worker &worker)
    {
        std::vector<SumState> states(static_cast<std::size_t>(end - begin));
        for (Index i = begin; previous && i < end; ++i)
            search.hint(i, previous->nearestColumn[static_cast<std::size_t>(i)], states[i - begin]);
        for (Index j = 0; j < m_y.size(); j += columnsPerTile) {
            if (m_context.cancelled())
                return false;
            const Tile tile = tileOf(begin, end, j, worker);
            computeTile(m_x, m_y, tile, worker.bounds.data() + j);
            search.scan(tile, true, states.data(), worker.rowScratch);
        }
        for (Index i = begin; i < end; ++i)
            setRow(i, states[i - begin]);
        return true;
    }

    void columnsOfBlock(Index begin, Index end, const PairSearch<BestState> &search, Worker &worker) const
    {
        for (Index j = 0; j < m_y.size() && !m_context.cancelled(); j += columnsPerTile)
            search.scan(tileOf(begin, end, j, worker), false, &worker.columns[j], worker.columnScratch);
    }

    /// Alternates u and v, then takes π with the last u (Cuturi, NeurIPS 2013, in the log domain).
    bool iterate()
    {
        const double epsilon = m_options.epsilon;
        VectorD v = VectorD::Constant(m_y.size(), -epsilon * m_logM);
        const auto updateU = [&](Index begin, std::vector<SumState> &states) {
            for (std::size_t i = 0; i < states.size(); ++i) {
                m_result.u[begin + static_cast<Index>(i)] = -epsilon * m_logN - softMaximum(states[i], epsilon);
                m_result.nearestColumn[static_cast<std::size_t>(begin) + i] = nearestOf(states[i]);
            }
        };
        const auto updateV = [&](Index begin, std::vector<SumState> &states) {
            for (std::size_t j = 0; j < states.size(); ++j)
                v[begin + static_cast<Index>(j)] = -epsilon * m_logM - softMaximum(states[j], epsilon);
        };
        const PairSearch<SumState> rowSearch(m_x, m_y, v.data(), nullptr, window());
        const PairSearch<SumState> columnSearch(m_y, m_x, m_result.u.data(), nullptr, window());
        bool go = searchAll(m_x, m_y, rowSearch, updateU, m_context);
        for (bool settled = false; go && !settled && m_result.iterations < m_options.iterations;) {
            const VectorD u = m_result.u, vBefore = v;
            go = searchAll(m_y, m_x, columnSearch, updateV, m_context) &&
                 searchAll(m_x, m_y, rowSearch, updateU, m_context);
            ++m_result.iterations;
            settled = go && std::max((m_result.u - u).cwiseAbs().maxCoeff(), (v - vBefore).cwiseAbs().maxCoeff()) <
                                m_options.tolerance;
        }
        for (Index j = 0; j < v.size(); ++j)
            m_caps[static_cast<std::size_t>(j)] = capOf(v[j]);
        const PairSearch<BestState> best(m_y, m_x, m_result.u.data(), m_caps.data(), 0);
        const auto keep = [&](Index begin, const std::vector<BestState> &states) {
            std::copy(states.begin(), states.end(), m_best.begin() + begin);
        };
        return go && searchAll(m_y, m_x, best, keep, m_context);
    }

    const Cloud &m_x, &m_y;
    const SinkhornOptions &m_options;
    const RunContext &m_context;
    const double m_logN, m_logM;
    std::vector<double> m_caps;
    std::vector<BestState> m_best;
    SinkhornResult m_result;
};

} // namespace

SinkhornMatcher::SinkhornMatcher(const Matrix &rx, const SinkhornOptions &options)
    : m_options(options), m_fixed(std::make_unique<Fixed>(rx))
{
    assert(rx.rows() > 0);
}

SinkhornMatcher::~SinkhornMatcher() = default;

SinkhornResult SinkhornMatcher::match(const Matrix &ry, const SinkhornResult *previous, const RunContext &context) const
{
    assert(ry.rows() > 0 && ry.cols() == m_fixed->x.rows.cols());
    const auto begin = std::chrono::steady_clock::now();
    const Cloud y(ry, m_fixed->centre);
    const bool useful = previous && static_cast<Index>(previous->nearestColumn.size()) == m_fixed->x.size() &&
                        static_cast<Index>(previous->rowOfColumn.size()) == ry.rows();
    SinkhornResult result = Matching(m_fixed->x, y, m_options, context).run(useful ? previous : nullptr);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

} // namespace anchorscope
