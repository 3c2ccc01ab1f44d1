// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matching/pairsearch.h"

namespace anchorscope {

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

/// Sets each missing bar (minimum score) to the score of the best target by the bounds of the panel.
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
