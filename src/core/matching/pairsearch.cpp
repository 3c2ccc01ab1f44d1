// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matching/pairsearch.h"

namespace anchorscope {

template <class State>
PairSearch<State>::PairSearch(const BoundSpace &seekers, const BoundSpace &partners, const double *potentials,
                              const double *caps, double window)
    : m_seekers(seekers), m_partners(partners), m_potentials(potentials), m_caps(caps), m_window(window),
      m_slack(0x1.0p-19 * (1 + seekers.largestNorm() + partners.largestNorm()))
{
}

template <class State> double PairSearch<State>::score(Index seeker, Index partner, double distance) const
{
    const double plain = (m_potentials ? m_potentials[partner] : 0) - distance;
    return m_caps ? std::min(plain, m_caps[seeker]) : plain;
}

template <class State> double PairSearch<State>::distance(Index seeker, Index partner) const
{
    return std::sqrt(kernels::active().directSquare(m_seekers.rows().row(seeker).data(),
                                                    m_partners.rows().row(partner).data(), m_seekers.rows().cols()));
}

template <class State> void PairSearch<State>::updateReach(Index seeker, Seekers<State> &seekers) const
{
    const auto i = static_cast<std::size_t>(seeker - seekers.first);
    seekers.reach[i] = std::min(static_cast<float>(m_slack - seekers.states[i].bar(m_window)), seekers.unbounded);
}

template <class State> void PairSearch<State>::hint(Index seeker, Index partner, Seekers<State> &seekers) const
{
    const double far = distance(seeker, partner);
    seekers.states[static_cast<std::size_t>(seeker - seekers.first)].raise(score(seeker, partner, far), far,
                                                                           static_cast<ItemIndex>(partner));
    updateReach(seeker, seekers);
}

/// Gives each seeker without a bar the partner that the panel's bounds promise most of.
template <class State>
void PairSearch<State>::seed(const BoundPanel &panel, bool seekersAreRows, Seekers<State> &seekers) const
{
    const Index width = kernels::active().panelWidth;
    const Index count = seekersAreRows ? panel.rows : panel.columns;
    const Index partners = seekersAreRows ? panel.columns : panel.rows;
    const Index firstSeeker = seekersAreRows ? panel.firstRow : panel.firstColumn;
    const Index firstPartner = seekersAreRows ? panel.firstColumn : panel.firstRow;
    for (Index i = 0; i < count; ++i) {
        if (std::isfinite(seekers.states[static_cast<std::size_t>(firstSeeker + i - seekers.first)].bar(m_window)))
            continue;
        Index best = 0;
        double bestScore = -std::numeric_limits<double>::infinity();
        for (Index j = 0; j < partners; ++j) {
            const float bound = panel.bounds[seekersAreRows ? i * width + j : j * width + i];
            const double promised = score(firstSeeker + i, firstPartner + j, std::sqrt(std::max(0.0f, bound)));
            if (promised > bestScore) {
                bestScore = promised;
                best = j;
            }
        }
        hint(firstSeeker + i, firstPartner + best, seekers);
    }
}

template <class State>
Index PairSearch<State>::evaluate(kernels::Hit *hits, Index count, bool seekersAreRows, Seekers<State> &seekers) const
{
    Index evaluated = 0;
    for (Index h = 0; h < count; ++h) {
        const Index seeker = seekersAreRows ? hits[h].row : hits[h].column;
        const Index partner = seekersAreRows ? hits[h].column : hits[h].row;
        State &state = seekers.states[static_cast<std::size_t>(seeker - seekers.first)];
        const double least = std::sqrt(std::max(0.0, static_cast<double>(hits[h].value))) - m_slack;
        if (score(seeker, partner, least) < state.bar(m_window))
            continue;
        const double far = distance(seeker, partner);
        ++evaluated;
        const double reached = score(seeker, partner, far);
        if (reached >= state.bar(m_window)) {
            state.offer(reached, far, static_cast<ItemIndex>(partner));
            updateReach(seeker, seekers);
        }
    }
    return evaluated;
}

template <class State>
Index PairSearch<State>::scan(const BoundPanel &panel, bool seekersAreRows, Seekers<State> &seekers) const
{
    static thread_local std::vector<kernels::Hit> hits;
    static thread_local std::vector<float> ofPartner;
    if (!seekers.seeded)
        seed(panel, seekersAreRows, seekers);
    const Index width = kernels::active().panelWidth;
    const Index partners = seekersAreRows ? panel.columns : panel.rows;
    const Index firstPartner = seekersAreRows ? panel.firstColumn : panel.firstRow;
    ofPartner.assign(static_cast<std::size_t>(seekersAreRows ? width : panel.paddedRows), 0.0f);
    for (Index j = 0; m_potentials && j < partners; ++j)
        ofPartner[static_cast<std::size_t>(j)] = static_cast<float>(m_potentials[firstPartner + j]);
    const float *ofSeeker =
        seekers.reach.data() + (seekersAreRows ? panel.firstRow : panel.firstColumn) - seekers.first;
    hits.resize(static_cast<std::size_t>(panel.paddedRows * width));
    const Index count = kernels::active().pairsBelow(
        panel.bounds, panel.paddedRows, seekersAreRows ? ofSeeker : ofPartner.data(),
        seekersAreRows ? ofPartner.data() : ofSeeker, panel.firstRow, panel.firstColumn, hits.data());
    std::sort(hits.begin(), hits.begin() + count,
              [](const kernels::Hit &a, const kernels::Hit &b) { return a.value < b.value; });
    return evaluate(hits.data(), count, seekersAreRows, seekers);
}

template class PairSearch<SumState>;
template class PairSearch<BestState>;

} // namespace anchorscope
