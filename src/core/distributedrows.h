// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/matrix.h"

#include <vector>

namespace anchorscope {

/// Matrix distributed over the MPI ranks: each rank holds a range of its rows (shareOf).
struct DistributedRows
{
    Matrix own;
    Index items = 0;
    Communicator *communicator = nullptr;

    Share share() const { return ownShare(items, *communicator); }
};

// All MPI ranks must call the following functions together, with the same `items`.

/// Distributes a matrix that every rank holds completely: each rank copies its own rows.
DistributedRows distribute(const Matrix &rows, Communicator &communicator);
/// Gathers all rows of a distributed matrix on every rank.
Matrix gathered(const DistributedRows &rows);
/// Gathers the rows of `items`, in this order, on every rank.
Matrix gatheredRows(const DistributedRows &rows, const std::vector<ItemIndex> &items);
/// Distributes the rows of `items`, in this order, over the ranks, which exchange rows in a ring.
DistributedRows redistributed(const DistributedRows &rows, const std::vector<ItemIndex> &items);

} // namespace anchorscope
