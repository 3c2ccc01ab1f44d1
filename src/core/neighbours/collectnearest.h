// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"
#include "core/neighbours/ranks.h"

namespace anchorscope {

/// Returns new values for a tile (block of similarities). They are valid until the next call in the same thread.
using TileChange = std::function<Tile(const Tile &)>;

/// Compares some rows of a (n × k) with some rows of b (m × k). Adds the nearest rows of b to the lists `ofA`, one per
/// row of a, and the nearest rows of a to `ofB`. `change` (may be empty) is first applied to every tile. With several
/// MPI ranks (RunContext::communicator), each compares a part of the rows of a, and all ranks get all lists. The lists
/// do not depend on the number of ranks. Returns false if cancelled.
bool collectNearest(const MatrixView &a, Share someOfA, const MatrixView &b, Share someOfB, NearestLists &ofA,
                    NearestLists &ofB, const TileChange &change, const RunContext &context);
/// Like collectNearest() with ranges of rows, but compares all rows of matrix a with all rows of matrix b.
bool collectNearest(const MatrixView &a, const MatrixView &b, NearestLists &ofA, NearestLists &ofB,
                    const TileChange &change, const RunContext &context);

/// Collectors of results for the rows of one matrix; null: not needed.
struct Collectors
{
    NearestLists *lists = nullptr;
    RankCounter *counter = nullptr;
};

/// Compares all rows of a with all rows of b and passes the products to the collectors. MPI ranks share the work as in
/// collectNearest(). Returns false if cancelled.
bool collectAll(const MatrixView &a, const MatrixView &b, const Collectors &ofA, const Collectors &ofB,
                const RunContext &context);

} // namespace anchorscope
