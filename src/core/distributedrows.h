// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/matrix.h"

#include <vector>

namespace anchorscope {

/// Rows of which each rank holds its own share (shareOf).
struct DistributedRows
{
    Matrix own;
    Index items = 0; ///< of all ranks
    Communicator *communicator = nullptr;

    Share share() const { return ownShare(items, *communicator); } ///< the items of `own`
};

// What follows is called by all ranks alike, with the same items.

/// A rank's share of rows that it holds as a whole.
DistributedRows distribute(const Matrix &rows, Communicator &communicator);
/// All rows, for every rank.
Matrix gathered(const DistributedRows &rows);
/// Those of some items, in this order, for every rank.
Matrix gatheredRows(const DistributedRows &rows, const std::vector<ItemIndex> &items);
/// Those of some items, in this order, distributed again: every rank's rows go round.
DistributedRows redistributed(const DistributedRows &rows, const std::vector<ItemIndex> &items);

} // namespace anchorscope
