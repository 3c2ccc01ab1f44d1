// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <random>
#include <vector>

namespace anchorscope {

/// Sequential random draws from one user-visible seed. The distributions are our own, so that the same seed gives the
/// same numbers with every standard library.
class Random
{
public:
    explicit Random(std::uint64_t seed) : m_engine(seed) {}

    std::uint64_t bits() { return m_engine(); }
    double uniform() { return static_cast<double>(m_engine() >> 11) * 0x1.0p-53; } ///< random number in [0, 1)
    /// Random integer in [0, bound), bound > 0.
    Index below(Index bound);
    /// Random number from N(0, 1), polar method.
    double normal();

    /// Draws a random order of 0 … count − 1 (Fisher–Yates).
    std::vector<ItemIndex> permutation(Index count);
    /// Draws `size` different numbers of 0 … count − 1 in random order; all if `size` is larger.
    std::vector<ItemIndex> sample(Index count, Index size);
    /// Draws `size` different members of `population`, in random order; size ≤ population.size().
    std::vector<ItemIndex> sample(std::vector<ItemIndex> population, Index size);

private:
    std::mt19937_64 m_engine;
    double m_spare = 0;
    bool m_hasSpare = false;
};

/// Counter-based random draw for parallel loops: 64 well-mixed bits that depend on all four keys and nothing else.
std::uint64_t hashBits(std::uint64_t seed, std::uint64_t iteration, std::uint64_t i, std::uint64_t j);

/// Counter-based random number in [0, 1), from hashBits().
inline double hashUniform(std::uint64_t seed, std::uint64_t iteration, std::uint64_t i, std::uint64_t j)
{
    return static_cast<double>(hashBits(seed, iteration, i, j) >> 11) * 0x1.0p-53;
}

} // namespace anchorscope
