// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/random.h"

#include <cstdint>

namespace anchorscope::test {

/// n × d draws from N(0, 1).
Matrix randomMatrix(Index rows, Index columns, Random &random);
Matrix randomMatrix(Index rows, Index columns, std::uint64_t seed);

/// A random d × d orthonormal matrix.
Matrix randomRotation(Index d, std::uint64_t seed);

} // namespace anchorscope::test
