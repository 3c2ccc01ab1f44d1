// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"
#include "core/neighbours/ranks.h"

namespace anchorscope {

/// Function that replaces the values of a tile; the result is valid until the next call in the same thread.
using TileChange = std::function<Tile(const Tile &)>;

/// Compares some rows of a (n × k) with some of b (m × k) and collects the nearest ones of each: queries of `ofA` are
/// the rows of a, those of `ofB` the rows of b. `change` (may be empty) gets every tile first. If ranks share the work
/// (RunContext::communicator), each compares its share of a's rows and all end with all lists, the same for any number
/// of ranks. Returns false if cancelled.
bool collectNearest(const MatrixView &a, Share someOfA, const MatrixView &b, Share someOfB, NearestLists &ofA,
                    NearestLists &ofB, const TileChange &change, const RunContext &context);
/// Compares all rows of a with all of b and collects the nearest ones of each.
bool collectNearest(const MatrixView &a, const MatrixView &b, NearestLists &ofA, NearestLists &ofB,
                    const TileChange &change, const RunContext &context);

/// Results to collect for the queries of one side; null: none.
struct Collectors
{
    NearestLists *lists = nullptr;
    RankCounter *counter = nullptr;
};

/// Compares all rows of a with all rows of b, shared by ranks as in collectNearest().
bool collectAll(const MatrixView &a, const MatrixView &b, const Collectors &ofA, const Collectors &ofB,
                const RunContext &context);

} // namespace anchorscope
