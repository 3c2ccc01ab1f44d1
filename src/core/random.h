// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <random>
#include <vector>

namespace anchorscope {

/// Random numbers that are the same with every standard library, because the distributions are implemented here.
class Random
{
public:
    explicit Random(std::uint64_t seed) : m_engine(seed) {}

    std::uint64_t bits() { return m_engine(); }
    /// Number uniform in [0, 1).
    double uniform() { return static_cast<double>(m_engine() >> 11) * 0x1.0p-53; }
    /// Integer uniform in [0, bound); bound > 0.
    Index below(Index bound);
    /// Number from the normal distribution N(0, 1), by the polar method.
    double normal();

    /// Returns the numbers 0 … count − 1 in random order (Fisher–Yates).
    std::vector<ItemIndex> permutation(Index count);
    /// Returns `size` different numbers of 0 … count − 1 in random order; all of them if `size` > `count`.
    std::vector<ItemIndex> sample(Index count, Index size);
    /// Returns `size` different members of `population` in random order; size ≤ population.size().
    std::vector<ItemIndex> sample(std::vector<ItemIndex> population, Index size);

private:
    std::mt19937_64 m_engine;
    double m_spare = 0;
    bool m_hasSpare = false;
};

/// Random bits for parallel loops, which cannot share a generator; they depend on the four arguments only.
std::uint64_t hashBits(std::uint64_t seed, std::uint64_t iteration, std::uint64_t i, std::uint64_t j);

/// Number uniform in [0, 1), computed from hashBits().
inline double hashUniform(std::uint64_t seed, std::uint64_t iteration, std::uint64_t i, std::uint64_t j)
{
    return static_cast<double>(hashBits(seed, iteration, i, j) >> 11) * 0x1.0p-53;
}

} // namespace anchorscope
