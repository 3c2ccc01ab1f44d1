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
    Index items = 0; ///< number of rows of the whole matrix, on all ranks together
    Communicator *communicator = nullptr;

    Share share() const { return ownShare(items, *communicator); } ///< range of the rows that this rank holds in `own`
};

// The following functions must be called by all MPI ranks together, with the same `items`.

/// Distributes a matrix of which every MPI rank holds all rows: each rank copies its own range.
DistributedRows distribute(const Matrix &rows, Communicator &communicator);
/// Gathers all rows of a distributed matrix on every MPI rank.
Matrix gathered(const DistributedRows &rows);
/// Gathers the rows of `items`, in the given order, on every MPI rank.
Matrix gatheredRows(const DistributedRows &rows, const std::vector<ItemIndex> &items);
/// Distributes the rows of `items`, in the given order, over the MPI ranks, which exchange rows in a ring.
DistributedRows redistributed(const DistributedRows &rows, const std::vector<ItemIndex> &items);

} // namespace anchorscope
