// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"
#include "core/neighbours/ranks.h"

namespace anchorscope {

/// Function that replaces the values of a tile (block); its result is valid until its next call in the same thread.
using TileChange = std::function<Tile(const Tile &)>;

/// Compares some rows of matrix a (n × k) with some rows of matrix b (m × k). Adds the nearest rows of b to the lists
/// `ofA` (one list per row of a), and the nearest rows of a to the lists `ofB`. `change` (may be empty) is first
/// applied to every tile (block of similarities). With several MPI ranks (RunContext::communicator), each compares a
/// part of the rows of a; all get all lists, which do not depend on the number of ranks. Returns false if cancelled.
bool collectNearest(const MatrixView &a, Share someOfA, const MatrixView &b, Share someOfB, NearestLists &ofA,
                    NearestLists &ofB, const TileChange &change, const RunContext &context);
/// Like collectNearest() with ranges of rows, but compares all rows of matrix a with all rows of matrix b.
bool collectNearest(const MatrixView &a, const MatrixView &b, NearestLists &ofA, NearestLists &ofB,
                    const TileChange &change, const RunContext &context);

/// Collectors of results for the rows of one matrix: lists of the nearest rows of the other matrix, and ranks of
/// targets. Null means that this result is not needed.
struct Collectors
{
    NearestLists *lists = nullptr;
    RankCounter *counter = nullptr;
};

/// Compares all rows of matrix a with all rows of matrix b and passes the products to the collectors of both matrices.
/// MPI ranks share the work as in collectNearest(). Returns false if cancelled.
bool collectAll(const MatrixView &a, const MatrixView &b, const Collectors &ofA, const Collectors &ofB,
                const RunContext &context);

} // namespace anchorscope
