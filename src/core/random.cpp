// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace anchorscope {

namespace {

/// Mixes bits: last step of splitmix64 (Steele, Lea & Flood, OOPSLA 2014).
std::uint64_t mix(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;

} // namespace

Index Random::below(Index bound)
{
    assert(bound > 0);
    const auto range = static_cast<std::uint64_t>(bound);
    const std::uint64_t limit = std::numeric_limits<std::uint64_t>::max() / range * range;
    std::uint64_t draw = m_engine();
    while (draw >= limit)
        draw = m_engine();
    return static_cast<Index>(draw % range);
}

double Random::normal()
{
    if (std::exchange(m_hasSpare, false))
        return m_spare;
    double a, b, square;
    do {
        a = 2 * uniform() - 1;
        b = 2 * uniform() - 1;
        square = a * a + b * b;
    } while (square >= 1 || square == 0);
    const double factor = std::sqrt(-2 * std::log(square) / square);
    m_spare = b * factor;
    m_hasSpare = true;
    return a * factor;
}

std::vector<ItemIndex> Random::permutation(Index count)
{
    return sample(count, count);
}

std::vector<ItemIndex> Random::sample(Index count, Index size)
{
    return sample(allItems(count), std::min(count, size));
}

std::vector<ItemIndex> Random::sample(std::vector<ItemIndex> population, Index size)
{
    const auto count = static_cast<Index>(population.size());
    assert(size <= count);
    for (Index i = 0; i < size; ++i)
        std::swap(population[static_cast<std::size_t>(i)], population[static_cast<std::size_t>(i + below(count - i))]);
    population.resize(static_cast<std::size_t>(size));
    return population;
}

std::uint64_t hashBits(std::uint64_t seed, std::uint64_t iteration, std::uint64_t i, std::uint64_t j)
{
    std::uint64_t state = mix(seed + golden);
    state = mix((state ^ iteration) + golden);
    state = mix((state ^ i) + golden);
    return mix((state ^ j) + golden);
}

} // namespace anchorscope
