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
    Index items = 0; ///< number of rows of all ranks together
    Communicator *communicator = nullptr;

    Share share() const { return ownShare(items, *communicator); } ///< range of the items whose rows are in `own`
};

// All ranks call the following functions together, with the same items.

/// Takes a rank's share out of rows that the rank holds completely.
DistributedRows distribute(const Matrix &rows, Communicator &communicator);
/// Gathers all rows on every rank.
Matrix gathered(const DistributedRows &rows);
/// Gathers the rows of `items`, in this order, on every rank.
Matrix gatheredRows(const DistributedRows &rows, const std::vector<ItemIndex> &items);
/// Redistributes the rows of `items`, in this order, over the ranks (ring exchange).
DistributedRows redistributed(const DistributedRows &rows, const std::vector<ItemIndex> &items);

} // namespace anchorscope
