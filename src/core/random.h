// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <random>
#include <vector>

namespace anchorscope {

/// Generator of random numbers, started from a random seed that the user can choose. The distributions are our own, so
/// that the same random seed gives the same numbers with every standard library.
class Random
{
public:
    explicit Random(std::uint64_t seed) : m_engine(seed) {}

    std::uint64_t bits() { return m_engine(); }
    /// Random number, uniform in [0, 1).
    double uniform() { return static_cast<double>(m_engine() >> 11) * 0x1.0p-53; }
    /// Random integer, uniform in [0, bound); bound > 0.
    Index below(Index bound);
    /// Random number from the normal distribution N(0, 1), by the polar method.
    double normal();

    /// Returns the numbers 0 … count − 1 in random order (Fisher–Yates).
    std::vector<ItemIndex> permutation(Index count);
    /// Returns `size` different random numbers of 0 … count − 1, in random order; all if `size` is larger than `count`.
    std::vector<ItemIndex> sample(Index count, Index size);
    /// Returns `size` random members of `population` without replacement, in random order; size ≤ population.size().
    std::vector<ItemIndex> sample(std::vector<ItemIndex> population, Index size);

private:
    std::mt19937_64 m_engine;
    double m_spare = 0;
    bool m_hasSpare = false;
};

/// Random number for parallel loops, without a generator that threads would have to share: 64 well-mixed bits that
/// depend on the four arguments only.
std::uint64_t hashBits(std::uint64_t seed, std::uint64_t iteration, std::uint64_t i, std::uint64_t j);

/// Random number, uniform in [0, 1), computed from hashBits() and thus from the four arguments only.
inline double hashUniform(std::uint64_t seed, std::uint64_t iteration, std::uint64_t i, std::uint64_t j)
{
    return static_cast<double>(hashBits(seed, iteration, i, j) >> 11) * 0x1.0p-53;
}

} // namespace anchorscope
