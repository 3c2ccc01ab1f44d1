// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matching/pairsearch.h"

#include "core/parallel.h"
#include "core/product.h"

namespace anchorscope {

namespace {

constexpr double roundingUnit = 0x1.0p-24;
constexpr float never = std::numeric_limits<float>::infinity();

std::size_t paddedCount(Index count)
{
    const Index width = kernels::active().panelWidth;
    return static_cast<std::size_t>((count + width - 1) / width * width);
}

/// Returns the largest of the values; 0 if the computation was cancelled.
double largestOf(const std::optional<std::vector<double>> &values)
{
    return values && !values->empty() ? *std::max_element(values->begin(), values->end()) : 0;
}

} // namespace

BoundSpace::BoundSpace(const Matrix &rows, const Vector &centre, const RunContext &context)
    : m_rows(rows), m_centre(centre), m_norms(paddedCount(rows.rows()), never)
{
    const double margin = 2 * (static_cast<double>(rows.cols()) + 4) * roundingUnit;
    const auto squares = mapBlocks(
        rows.rows(), 1024,
        [&](Index begin, Index end) {
            double maximum = 0;
            for (Index i = begin; i < end; ++i) {
                const double square = (rows.row(i) - centre.transpose()).eval().cast<double>().squaredNorm();
                setNorm(i, square, margin);
                maximum = std::max(maximum, square);
            }
            return maximum;
        },
        context);
    m_largestNorm = std::sqrt(largestOf(squares));
}

BoundSpace::BoundSpace(const Matrix &rows, const Vector &centre, const Matrix &axes, const RunContext &context)
    : m_rows(rows), m_features(rows.rows(), axes.rows() + 1), m_norms(paddedCount(rows.rows()), never)
{
    const Index p = axes.rows();
    // Relative error of the p coordinates of a row. Each coordinate is a sum of k products, with an error of at most (k
    // + 4) roundings of the row's norm; a vector of p coordinates has √p times this error. The margin of a bound
    // contains the error four times: the bound has twice the product of two such vectors, and the norm of the rest must
    // not come out too small.
    const double coordinateError =
        std::sqrt(static_cast<double>(p)) * (static_cast<double>(rows.cols()) + 4) * roundingUnit;
    const double margin = 4 * coordinateError + 2 * (static_cast<double>(p) + 5) * roundingUnit;
    const kernels::PackedRows packedAxes = packRows(axes);
    const auto squares = mapBlocks(
        rows.rows(), 240,
        [&](Index begin, Index end) {
            const Matrix centred = rows.middleRows(begin, end - begin).rowwise() - centre.transpose();
            kernels::productTransposed(centred.data(), centred.cols(), packedAxes, m_features.row(begin).data(), p + 1,
                                       end - begin);
            double maximum = 0;
            for (Index i = begin; i < end; ++i) {
                const double square = centred.row(i - begin).cast<double>().squaredNorm();
                const double rest =
                    square * (1 + 4 * coordinateError) - m_features.row(i).head(p).cast<double>().squaredNorm();
                m_features(i, p) = static_cast<float>(std::sqrt(std::max(0.0, rest)) * (1 + 2 * roundingUnit));
                setNorm(i, square, margin);
                maximum = std::max(maximum, square);
            }
            return maximum;
        },
        context);
    m_largestNorm = std::sqrt(largestOf(squares));
}

void BoundSpace::setNorm(Index row, double square, double margin)
{
    m_norms[static_cast<std::size_t>(row)] = static_cast<float>(square * (1 - margin));
}

void BoundSpace::packLeft(Index begin, Index count, kernels::LeftBlock &left, std::vector<float> &norms) const
{
    if (m_centre.size() > 0) {
        const Matrix centred = m_rows.middleRows(begin, count).rowwise() - m_centre.transpose();
        left.pack(centred.data(), centred.cols(), count, centred.cols());
    } else {
        left.pack(m_features.row(begin).data(), m_features.cols(), count, m_features.cols());
    }
    norms.assign(static_cast<std::size_t>(left.paddedRows()), never);
    std::copy_n(m_norms.begin() + begin, count, norms.begin());
}

void BoundSpace::packRight(const RunContext &context)
{
    if (m_right.count() > 0)
        return;
    if (m_centre.size() == 0) {
        m_right = packRows(m_features, context);
        return;
    }
    kernels::PackedRows packed(m_rows.rows(), m_rows.cols());
    forBlocks(
        packed.panels(), 16,
        [&](Index begin, Index end) {
            for (Index panel = begin; panel < end; ++panel) {
                const Matrix centred = m_rows.middleRows(panel * packed.panelWidth(), packed.rowsIn(panel)).rowwise() -
                                       m_centre.transpose();
                packed.packPanel(panel, centred.data(), centred.cols());
            }
        },
        context);
    m_right = std::move(packed);
}

template <class State>
PairSearch<State>::PairSearch(const BoundSpace &queries, const BoundSpace &targets, const double *potentials,
                              const double *caps, double window)
    : m_queries(queries), m_targets(targets), m_potentials(potentials), m_caps(caps), m_window(window),
      m_slack(0x1.0p-19 * (1 + queries.largestNorm() + targets.largestNorm()))
{
}

template <class State> double PairSearch<State>::score(Index query, Index target, double distance) const
{
    const double plain = (m_potentials ? m_potentials[target] : 0) - distance;
    return m_caps ? std::min(plain, m_caps[query]) : plain;
}

template <class State> double PairSearch<State>::distance(Index query, Index target) const
{
    return std::sqrt(kernels::active().directSquare(m_queries.rows().row(query).data(),
                                                    m_targets.rows().row(target).data(), m_queries.rows().cols()));
}

template <class State> void PairSearch<State>::updateReach(Index query, QueryBlock<State> &queries) const
{
    const auto i = static_cast<std::size_t>(query - queries.first);
    queries.reach[i] = std::min(static_cast<float>(m_slack - queries.states[i].bar(m_window)), queries.unbounded);
}

template <class State> void PairSearch<State>::hint(Index query, Index target, QueryBlock<State> &queries) const
{
    const double far = distance(query, target);
    queries.states[static_cast<std::size_t>(query - queries.first)].raise(score(query, target, far), far,
                                                                          static_cast<ItemIndex>(target));
    updateReach(query, queries);
}

/// Gives each query without a bar (minimum score) one: the score of the target with the best bound in the panel.
template <class State>
void PairSearch<State>::seed(const BoundPanel &panel, bool queriesAreRows, QueryBlock<State> &queries) const
{
    const Index width = kernels::active().panelWidth;
    const Index count = queriesAreRows ? panel.rows : panel.columns;
    const Index targets = queriesAreRows ? panel.columns : panel.rows;
    const Index firstQuery = queriesAreRows ? panel.firstRow : panel.firstColumn;
    const Index firstTarget = queriesAreRows ? panel.firstColumn : panel.firstRow;
    for (Index i = 0; i < count; ++i) {
        if (std::isfinite(queries.states[static_cast<std::size_t>(firstQuery + i - queries.first)].bar(m_window)))
            continue;
        Index best = 0;
        double bestScore = -std::numeric_limits<double>::infinity();
        for (Index j = 0; j < targets; ++j) {
            const float bound = panel.bounds[queriesAreRows ? i * width + j : j * width + i];
            const double promised = score(firstQuery + i, firstTarget + j, std::sqrt(std::max(0.0f, bound)));
            if (promised > bestScore) {
                bestScore = promised;
                best = j;
            }
        }
        hint(firstQuery + i, firstTarget + best, queries);
    }
}

template <class State>
Index PairSearch<State>::evaluate(kernels::Hit *hits, Index count, bool queriesAreRows,
                                  QueryBlock<State> &queries) const
{
    Index evaluated = 0;
    for (Index h = 0; h < count; ++h) {
        const Index query = queriesAreRows ? hits[h].row : hits[h].column;
        const Index target = queriesAreRows ? hits[h].column : hits[h].row;
        State &state = queries.states[static_cast<std::size_t>(query - queries.first)];
        const double minimum = std::sqrt(std::max(0.0, static_cast<double>(hits[h].value))) - m_slack;
        if (score(query, target, minimum) < state.bar(m_window))
            continue;
        const double far = distance(query, target);
        ++evaluated;
        const double reached = score(query, target, far);
        if (reached >= state.bar(m_window)) {
            state.offer(reached, far, static_cast<ItemIndex>(target));
            updateReach(query, queries);
        }
    }
    return evaluated;
}

template <class State>
Index PairSearch<State>::scan(const BoundPanel &panel, bool queriesAreRows, QueryBlock<State> &queries) const
{
    static thread_local std::vector<kernels::Hit> hits;
    static thread_local std::vector<float> ofTarget;
    if (!queries.seeded)
        seed(panel, queriesAreRows, queries);
    const Index width = kernels::active().panelWidth;
    const Index targets = queriesAreRows ? panel.columns : panel.rows;
    const Index firstTarget = queriesAreRows ? panel.firstColumn : panel.firstRow;
    ofTarget.assign(static_cast<std::size_t>(queriesAreRows ? width : panel.paddedRows), 0.0f);
    for (Index j = 0; m_potentials && j < targets; ++j)
        ofTarget[static_cast<std::size_t>(j)] = static_cast<float>(m_potentials[firstTarget + j]);
    const float *ofQuery = queries.reach.data() + (queriesAreRows ? panel.firstRow : panel.firstColumn) - queries.first;
    hits.resize(static_cast<std::size_t>(panel.paddedRows * width));
    const Index count = kernels::active().pairsBelow(
        panel.bounds, panel.paddedRows, queriesAreRows ? ofQuery : ofTarget.data(),
        queriesAreRows ? ofTarget.data() : ofQuery, panel.firstRow, panel.firstColumn, hits.data());
    std::sort(hits.begin(), hits.begin() + count,
              [](const kernels::Hit &a, const kernels::Hit &b) { return a.value < b.value; });
    return evaluate(hits.data(), count, queriesAreRows, queries);
}

template class PairSearch<SumState>;
template class PairSearch<BestState>;

} // namespace anchorscope
