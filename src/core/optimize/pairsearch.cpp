// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/pairsearch.h"

#include "core/parallel.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

constexpr double roundingUnit = 0x1.0p-24;

double barOf(const SumState &state, double window)
{
    return state.best - window;
}
double barOf(const BestState &state, double)
{
    return state.score;
}

} // namespace

Cloud::Cloud(const Matrix &rowsOfCloud, const Vector &centre)
    : rows(rowsOfCloud), features(rowsOfCloud.rows(), rowsOfCloud.cols()),
      norms(static_cast<std::size_t>(rowsOfCloud.rows()))
{
    const double margin = 2 * (static_cast<double>(rows.cols()) + 4) * roundingUnit;
    const auto largest = mapBlocks(rows.rows(), 1024, [&](Index begin, Index end) {
        double most = 0;
        for (Index i = begin; i < end; ++i) {
            features.row(i) = rows.row(i) - centre.transpose();
            const double square = features.row(i).cast<double>().squaredNorm();
            norms[static_cast<std::size_t>(i)] = static_cast<float>(square * (1 - margin));
            most = std::max(most, square);
        }
        return most;
    });
    for (double square : largest)
        largestNorm = std::max(largestNorm, std::sqrt(square));
}

template <class State>
PairSearch<State>::PairSearch(const Cloud &seekers, const Cloud &partners, const double *potentials, const double *caps,
                              double window)
    : m_seekers(seekers), m_partners(partners), m_potentials(potentials), m_caps(caps), m_window(window),
      m_slack(32 * roundingUnit * (1 + seekers.largestNorm + partners.largestNorm))
{
}

template <class State> double PairSearch<State>::score(Index seeker, Index partner, double distance) const
{
    const double plain = (m_potentials ? m_potentials[partner] : 0) - distance;
    return m_caps ? std::min(plain, m_caps[seeker]) : plain;
}

template <class State> double PairSearch<State>::bar(const State &state) const
{
    return barOf(state, m_window);
}

template <class State> void PairSearch<State>::hint(Index seeker, Index partner, State &state) const
{
    const double distance = pairDistance(m_seekers, seeker, m_partners, partner);
    state.raise(score(seeker, partner, distance), distance, static_cast<ItemIndex>(partner));
}

template <class State> void PairSearch<State>::seedEmpty(const Tile &tile, bool seekersAreRows, State *states) const
{
    const Index seekers = seekersAreRows ? tile.rows : tile.columns;
    const Index partners = seekersAreRows ? tile.columns : tile.rows;
    const Index firstSeeker = seekersAreRows ? tile.firstRow : tile.firstColumn;
    const Index firstPartner = seekersAreRows ? tile.firstColumn : tile.firstRow;
    const Index step = seekersAreRows ? 1 : tile.stride;
    for (Index i = 0; i < seekers; ++i) {
        if (std::isfinite(bar(states[i])))
            continue;
        const float *bounds = tile.bounds + i * (seekersAreRows ? tile.stride : 1);
        Index best = 0;
        double bestScore = -std::numeric_limits<double>::infinity();
        for (Index j = 0; j < partners; ++j) {
            const double promised =
                score(firstSeeker + i, firstPartner + j, std::sqrt(std::max(0.0f, bounds[j * step])));
            if (promised > bestScore) {
                bestScore = promised;
                best = j;
            }
        }
        hint(firstSeeker + i, firstPartner + best, states[i]);
    }
}

template <class State>
void PairSearch<State>::scan(const Tile &tile, bool seekersAreRows, State *states, Scratch &scratch) const
{
    seedEmpty(tile, seekersAreRows, states);
    const Index seekers = seekersAreRows ? tile.rows : tile.columns;
    const Index partners = seekersAreRows ? tile.columns : tile.rows;
    const Index firstSeeker = seekersAreRows ? tile.firstRow : tile.firstColumn;
    const Index firstPartner = seekersAreRows ? tile.firstColumn : tile.firstRow;
    std::vector<float> &ofSeeker = seekersAreRows ? scratch.ofRow : scratch.ofColumn;
    std::vector<float> &ofPartner = seekersAreRows ? scratch.ofColumn : scratch.ofRow;
    ofSeeker.resize(static_cast<std::size_t>(seekers));
    ofPartner.resize(static_cast<std::size_t>(partners));
    for (Index i = 0; i < seekers; ++i)
        ofSeeker[static_cast<std::size_t>(i)] = static_cast<float>(m_slack - bar(states[i]));
    for (Index j = 0; j < partners; ++j)
        ofPartner[static_cast<std::size_t>(j)] = m_potentials ? static_cast<float>(m_potentials[firstPartner + j]) : 0;
    scratch.hits.resize(static_cast<std::size_t>(tile.rows * tile.columns));
    const Index count = kernels::pairsBelow(tile.bounds, tile.stride, scratch.ofRow.data(), scratch.ofColumn.data(),
                                            tile.rows, tile.columns, scratch.hits.data());
    std::sort(scratch.hits.begin(), scratch.hits.begin() + count,
              [](const kernels::Hit &a, const kernels::Hit &b) { return a.bound < b.bound; });
    for (Index h = 0; h < count; ++h) {
        const kernels::Hit &hit = scratch.hits[static_cast<std::size_t>(h)];
        State &state = states[seekersAreRows ? hit.row : hit.column];
        const Index seeker = firstSeeker + (seekersAreRows ? hit.row : hit.column);
        const Index partner = firstPartner + (seekersAreRows ? hit.column : hit.row);
        const double least = std::sqrt(std::max(0.0, static_cast<double>(hit.bound))) - m_slack;
        if (score(seeker, partner, least) < bar(state))
            continue;
        const double distance = pairDistance(m_seekers, seeker, m_partners, partner);
        ++scratch.evaluated;
        const double reached = score(seeker, partner, distance);
        if (reached >= bar(state))
            state.offer(reached, distance, static_cast<ItemIndex>(partner));
    }
}

template class PairSearch<SumState>;
template class PairSearch<BestState>;

} // namespace anchorscope
