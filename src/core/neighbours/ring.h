// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributedrows.h"
#include "core/neighbours/neighbours.h"

#include <functional>
#include <optional>

namespace anchorscope {

/// Block of rows of one space that is sent from MPI rank to MPI rank in a ring, with results for these rows.
struct RingBlock
{
    Share items;
    Matrix rows;
    std::optional<NearestLists> lists; ///< nearest items of each row; query i is row i of the block
    std::vector<float> values;         ///< one additional value per row; may be empty
};

/// Results for the rows of this MPI rank. They are sent around the ring with the rows, each rank updates them, and they
/// are stored here at the end. Null: not needed.
struct RingLoad
{
    NearestLists *lists = nullptr;
    std::vector<float> *values = nullptr;
};

/// Calls `visit` on every MPI rank with the rows of all ranks, block by block; another block is transferred in the
/// meantime. `visit` may change RingBlock::lists and RingBlock::values, but not RingBlock::rows.
void ringPass(const DistributedRows &side, const RingLoad &load, const std::function<void(RingBlock &)> &visit);

} // namespace anchorscope
